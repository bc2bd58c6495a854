"""How pictures are gone about fits where they come from."""

from app.batch.run import Batch
from app.cli.run import fitting
from app.inputs.plan import plan_jobs
from tests.app.stand_ins import paint


def test_standard_input_is_read_by_one_worker_and_files_by_as_many_as_wanted():
    paint("a.png", "b.png")
    batch = Batch(workers=3)
    assert fitting(batch, plan_jobs(["a.png", "b.png"])) == batch
    assert fitting(batch, plan_jobs(["a.png", "-"])) == Batch(workers=1)
