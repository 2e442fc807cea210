# Short names for everything one does here. Needs Python 3.11 or newer and make; the rest is fetched on first use.
SHELL := /bin/bash
.DEFAULT_GOAL := help

PYTHON ?= $(firstword $(foreach p,python3 python3.14 python3.13 python3.12 python3.11,$(shell \
	command -v $(p) >/dev/null && $(p) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $(p))))
RUN := .venv/bin/python

.PHONY: help setup up down clean logs invoke rebuild-index migrate-start migrate-status migrate-compare migrate-switch migrate-rollback migrate-finish dead-letters redrive demo test sdk-test isolation fuzz check build bench bench-knowledge bench-hostile bench-recall bench-scale bench-sweep bench-growth bench-mem0 bench-locomo bench-chat bench-external drop-in

help: ## Lists the commands
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | column -t -s '|'
	@echo
	@echo '  Settings, as in `make up AUTH=true`: AUTH EMULATOR_PORT OPENSEARCH_PORT MODELS_PORT OPENSEARCH_HEAP'
	@echo '  OPENAI_BASE_URL OPENAI_API_KEY EMBEDDING_MODEL EMBEDDING_DIMENSION CHAT_MODEL JUDGE_MODEL SALIENCE_MODEL FILING_MODEL STACK_NAME'
	@echo '  Another deployment for migrate-* and redrive: KEEPSAKE_URL KEEPSAKE_KEY'

setup:
	@[ -n '$(PYTHON)' ] || { echo 'Python 3.11 or newer is needed and was not found. Name one: make PYTHON=/path/to/python3' >&2; exit 1; }
	@$(PYTHON) -m local setup

up: setup ## Starts everything: OpenSearch, embeddings, the template on an emulator of AWS
	@$(RUN) -m local up

down: setup ## Stops it; the data is kept
	@$(RUN) -m local down

clean: setup ## Stops it and removes its data
	@$(RUN) -m local clean

logs: setup ## Follows the logs of functions, OpenSearch and emulator
	@$(RUN) -m local logs

invoke: setup ## Calls one function with its sample event: make invoke F=recall
	@$(RUN) -m local invoke '$(F)'

rebuild-index: setup ## Makes the search index anew from the table
	@$(RUN) -m local rebuild-index

migrate-start: setup ## Changes the embedding model: make migrate-start MODEL=name DIMENSION=1024
	@$(RUN) -m local.admin migrate-start '$(MODEL)' '$(DIMENSION)'

migrate-status: setup ## Tells how far the change is; [ID=mg_...] as for the next ones
	@$(RUN) -m local.admin migrate-status '$(ID)'

migrate-compare: setup ## Compares what both models find: make migrate-compare [DATA=queries.json]
	@$(RUN) -m local.admin migrate-compare '$(ID)' '$(DATA)'

migrate-switch: setup ## Lets recall go by the new model
	@$(RUN) -m local.admin migrate-switch '$(ID)'

migrate-rollback: setup ## Lets recall go by the former model again
	@$(RUN) -m local.admin migrate-rollback '$(ID)'

migrate-finish: setup ## Keeps the active model and gives the other one's index up
	@$(RUN) -m local.admin migrate-finish '$(ID)'

dead-letters: setup ## Lists what the queues gave up, and why
	@$(RUN) -m local.admin dead-letters

redrive: setup ## Sends a dead letter to its queue again: make redrive ID=dl_...
	@$(RUN) -m local.admin redrive '$(ID)'

demo: up ## Shows a conversation becoming memories and a recall: make demo [DATA=file.json]
	@$(RUN) -m local.demo $(DATA)

test: setup ## Runs all tests; they start what they need. What rules are tried with is the same each time; `make check` searches anew
	@$(RUN) -m pytest --hypothesis-profile=same --numprocesses=auto --maxprocesses=4 --dist=loadscope --no-loadscope-reorder

sdk-test: setup ## Runs the tests of the clients, the command line and the tools for agents' hosts alone
	@$(RUN) -m pytest sdk/python/tests tests/integration/sdk tests/integration/mcp tests/unit/test_mcp.py

.PHONY: ui-test
ui-test: setup ## Runs the tests of the inspector in Chromium; screenshots stand in .local/screenshots
	@$(RUN) -m pytest tests/unit/test_pages.py tests/e2e/inspector

isolation: setup ## Shows that no tenant reaches another's, on every route; over HTTP too where a local run is up
	@$(RUN) -m pytest tests/isolation

fuzz: up ## Tries every served operation with what its description allows and forbids: make fuzz [EXAMPLES=20]
	@$(RUN) -m local.fuzz

drop-in: up ## Runs the real clients of other memories and frameworks here: make drop-in [FAMILY='langgraph mem0']
	@$(RUN) -m local.drop_in $(FAMILY)

.PHONY: sdk-types mcp-transcript
sdk-types: setup ## Makes the TypeScript client's types from the OpenAPI document; needs npm
	@$(RUN) -c 'import json; from keepsake import openapi; print(json.dumps(openapi.document()))' > sdk/typescript/openapi.json
	@cd sdk/typescript && npm ci --silent && npm run generate --silent -- openapi.json

mcp-transcript: setup ## Shows the official MCP clients listing and calling each tool
	@$(RUN) -m tests.integration.mcp.transcript

check: setup ## Runs everything that has to be clean: format, lint, types, template, tests
	$(RUN) -m ruff format --check .
	$(RUN) -m ruff check .
	$(RUN) -m mypy
	$(RUN) -m local sam validate --lint --region us-east-1
	.venv/bin/cfn-lint template.yaml
	$(RUN) -m local checkov
	$(RUN) -m pytest

build: setup ## Builds for AWS into .aws-sam/build, ready for `sam deploy`, on any machine
	@$(RUN) -m local sam build

bench: up ## Measures recall, cold start and layer sizes
	@$(RUN) -m bench

bench-knowledge: setup ## Scores what is made of labelled messages and corrections
	@$(RUN) -m bench.knowledge

bench-hostile: setup ## Measures what hostile texts cost at each stage that reads text
	@$(RUN) -m bench.hostile

bench-mem0: up ## Measures retrieval beside mem0 on a LoCoMo file: make bench-mem0 DATA=file.json
	@$(RUN) -m bench.peers $(DATA)

bench-growth: setup ## Counts what an exchange and a recall cost while a user's facts grow: make bench-growth [SIZES='10 100']
	@$(RUN) -m bench.cost_growth $(if $(SIZES),--sizes $(SIZES))

bench-recall: setup ## Measures recall's own CPU time
	@$(RUN) -m bench.recall

bench-scale: setup ## Measures the search of a recall among many memories: make bench-scale [DOCS=1000000]
	@$(RUN) -m bench.scale $(DOCS)

bench-sweep: setup ## Measures what a sweep costs while what is stored grows
	@$(RUN) -m bench.sweep

bench-chat: up ## Measures what becomes of everyday chat: make bench-chat [DATA=chat.json]; FLAGS=--facts shows every fact
	@$(RUN) -m bench.chat $(DATA) $(FLAGS)

bench-locomo: up ## Measures retrieval on a LoCoMo file: make bench-locomo DATA=file.json
	@$(RUN) -m bench.locomo $(DATA)

bench-external: up ## Measures recall on sets by others: make bench-external SET=lettaupdate [DATA=folder]
	@$(RUN) -m bench.external $(SET) $(if $(DATA),--data $(DATA)) $(FLAGS)
