"""Makes local/e5_centre.json, the mean of what multilingual-e5-small makes of the labelled texts: python -m local.centre"""

import json

from keepsake.rules.indexing import examples
from local.embedder import CENTRE, E5, Embedder


def centre() -> list[float]:
    return [round(float(x), 6) for x in Embedder(E5).raw(examples.texts()).mean(0)]


if __name__ == "__main__":
    CENTRE.write_text(json.dumps(centre()) + "\n")
