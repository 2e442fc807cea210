"""Makes local/e5_centres.json, the mean of what each form of multilingual-e5-small makes of the labelled texts: python -m local.centre"""

import json

from keepsake.rules.indexing import examples
from local.embedder import CENTRES, OFFERED, Embedder


def centre(name: str) -> list[float]:
    return [round(float(x), 6) for x in Embedder(name).raw(examples.texts()).mean(0)]


if __name__ == "__main__":
    CENTRES.write_text(json.dumps({name: centre(name) for name, how in OFFERED.items() if how.centred}) + "\n")
