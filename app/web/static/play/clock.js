/** How long a game is played: the time runs while it is shown and not paused. */

/** A stopwatch in seconds, which may begin with some. */
export class Clock {
  /** @param {number} [seconds] */
  constructor(seconds = 0) {
    this.before = seconds;
    this.since = null;
  }

  /** Seconds that it has run. */
  get seconds() {
    return this.before + (this.since === null ? 0 : (performance.now() - this.since) / 1000);
  }

  get isRunning() {
    return this.since !== null;
  }

  /** Runs on, or stands still. @param {boolean} runs */
  run(runs) {
    if (runs === this.isRunning) return;
    this.before = this.seconds;
    this.since = runs ? performance.now() : null;
  }
}
