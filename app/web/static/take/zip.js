/** Files → a ZIP archive of them, as they are: pictures are compressed already. */

const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50];
/** The version of the format that unpacks it, and the flag for names in UTF-8. */
const [VERSION, UTF8] = [20, 0x800];

/** What of the checksum each byte stands for. */
const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** @param {File[]} files  at most 65,535, of at most 4 GB together @returns {Promise<Blob>} */
export async function zipOf(files) {
  const [parts, directory] = /** @type {BlobPart[][]} */ ([[], []]);
  let offset = 0;
  for (const file of files) {
    const name = new TextEncoder().encode(file.name);
    const about = [
      [VERSION, 2], [UTF8, 2], [0, 2], [0, 2], [0x21, 2], // not compressed; from 1 January 1980
      [crcOf(new Uint8Array(await file.arrayBuffer())), 4], [file.size, 4], [file.size, 4], [name.length, 2], [0, 2],
    ];
    parts.push(bytes([LOCAL, 4], ...about), name, file);
    directory.push(bytes([CENTRAL, 4], [VERSION, 2], ...about, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]), name);
    offset += 30 + name.length + file.size;
  }
  const size = new Blob(directory).size;
  const end = bytes([END, 4], [0, 2], [0, 2], [files.length, 2], [files.length, 2], [size, 4], [offset, 4], [0, 2]);
  return new Blob([...parts, ...directory, end], { type: "application/zip" });
}

/** Numbers, the lowest byte first, each in so many bytes. @param {number[][]} fields */
const bytes = (...fields) =>
  Uint8Array.from(fields.flatMap(([value, size]) => Array.from({ length: size }, (_, at) => (value >>> (8 * at)) & 255)));

/** @param {Uint8Array} contents */
function crcOf(contents) {
  let crc = -1;
  for (const byte of contents) crc = (crc >>> 8) ^ CRC[(crc ^ byte) & 255];
  return ~crc >>> 0;
}
