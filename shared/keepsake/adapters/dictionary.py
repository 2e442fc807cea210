"""What the JSON of most rows has in common, for DEFLATE (RFC 1951, section 2): a row that says so is half a row shorter. The names of the
fields of events and memories in their order, with usual values, and the words that are said most; what is met most often stands last, where
it costs least."""

VERSION = 3
"""Stands in front of every packed row. Rows that were packed by another dictionary cannot be read by this one: whoever changes a sign of
it keeps the old one beside the new one."""

_VALUES = (
    '"role":"assistant","role":"tool","role":"system","event_type":"click","event_type":"filter","event_type":"fact","verdict":"greeting",'
    '"masked":1,"extract":false,"fact":{"content":"","progress":"failed","progress":"chunked","progress":"pending","page":"","metadata":{'
    '"refused":"","lapses_at":"","lapsed_at":"","namespace":"","agent_id":"","container":"default","agent_scope":["'
    '"fallback":"","context_from":"","undoes":true,"subject_sure":false,"pages":["","metadata":{},"tags":["","anchors":["'
    '"category":"task","category":"plan","category":"belief","category":"constraint","category":"profession","category":"identity",'
    '"category":"relationship","type":"procedural","type":"semantic","type":"episodic","type":"profile","type":"preference",'
    '"slot":{"category":"user_profile","tag":"Miscellaneous","feature":"","value":"","slot":{"tag":"Relationships","feature":"relation_to_'
    '"durability":"permanent","durability":"session","durability":"transient","sensitivity":"sensitive","sensitivity":"personal",'
    '"source":"implicit_inference","source":"corrected_memory","source":"system_generated","source":"external_data",'
    '"source_role":"assistant","hints":{},"replaces":"","correction":true,"negated":true,"valid_to":"","superseded_at":"",'
    '"validity":"deprecated","validity":"invalid","validity":"review","status":"deprioritized","status":"archived","status":"deleted",'
    '"trust":"untrusted","trust":"quarantined","trust":"caution","trust_before":"","approval":"pending","approval":"rejected",'
    '"decay_score":0.,"decay_factor":0.,"retrieval_boost":1.,"reinforcements":1,"reinforced_at":"","expires_at":"","pinned":true,'
    '"protected":true,"legal_hold":true,{"type":"superseded_by","target":"f_{"type":"supersedes","target":"f_{"type":"revises",'
    '{"type":"revised_by",{"type":"contradicts",{"type":"contradicted_by",{"type":"merged_into",{"type":"told_with","target":"f_'
    '"access":{"visibility":"shared"},"prompt_version":"","consolidated_at":"","activated_at":"","purged_at":"","embedded":1,'
    '"verdict":"superseding","verdict":"supporting","verdict":"outdated","verdict":"contradictory","verdict":"retracting",'
    '"verdict":"review","verdict":"revising","verdict":"observed","reason":"extracted by rules","verdict":"undone","actor":"upkeep",'
    '"reason":"made from its facts","reason":"remade: a fact under it changed","reason":"facts joined or left it","source_facts":["f_'
    '"event_start":"","event_end":"","basis":"","facts":2,"aliases":[],"kind":"summary","kind":"topic","kind":"mental_model",'
    '"told":[{"memory_id":"f_01","says":"","own_words":true},{"memory_id":"f_01'
)
_SAID = (
    " because would could should really actually about after before again always never something people think things going want need"
    " know like love time today tomorrow yesterday last week next month this year morning night home work school friend family mother"
    " father sister brother daughter son husband wife is there are you were they have been had a lot of one of some of out of kind of to"
    " be to do to get to go to make to see it was it's that's I'm I've I'll don't didn't can't you're we're they're let's what's in the"
    " of the to the on the at the for the from the with the and the with my in my of my for my to my and I I have I like I was I am I"
    " want to I need to my new a new the same this is that is it is how do you what do you thanks for please "
)
_EVENT = (
    '{"version":4,"scope":{"tenant":"","user_id":"","session_id":""},"event_id":"e_","batch_id":"b_","role":"assistant","name":"",'
    '"content":"I The user ","timestamp":"2026-05-02T10:00:00Z","metadata":{},"content_hash":"","recorded_at":"2026-05-02T10:00:00Z",'
    '"seq":1,"previous_event_id":"e_","progress":"processed","reason":"nothing_kept: said by the assistant, not by the user",'
    '"resolved":["yesterday = ","observation_ids":["o_"],"memory_ids":["f_","p_","s_0000000000"],"changed_ids":["f_"],"searchable":true,'
    '"vectors":[{"made_by":{"model":"multilingual-e5-small.1","dimension":384},"of":"","coarse":true}]}'
)
_MEMORY = (
    '{"memory":{"version":2,"scope":{"tenant":"","container":"","user_id":"","session_id":""},"memory_id":"o_01","kind":"observation",'
    '"kind":"episode","approval":"approved","relations":[{"type":"became","target":"f_01"},{"type":"became","target":"p_01"}],'
    '"relations":[{"type":"derived_from","target":"o_01"},{"type":"supports","target":"f_01"}],"change":{"verdict":"experienced","reason":"'
    '{"version":2,"scope":{"tenant":"","user_id":"","session_id":""},"memory_id":"f_01","kind":"fact","content":{"raw":"I ","summary":"I ",'
    '"structured":{"said_at":"2026-05-02T10:00:00+00:00","said_by":"user","context":""}},"type":"preference","subject":"","category":'
    '"attribute","category":"event","category":"preference","slot":{"tag":"","feature":"","value":""},"topic":"","entities":[""],"labels":[""],'
    '"importance":0.5,"confidence":0.85,"durability":"transient","source":"implicit_inference","event_ids":["e_01"],'
    '"valid_from":"2026-05-02T10:00:00Z","recorded_at":"2026-05-02T10:00:00Z","trust":"trusted","created_at":"2026-05-02T10:00:00Z",'
    '"updated_at":"2026-05-02T10:00:00Z","last_accessed_at":"2026-05-02T10:00:00Z","relations":[{"type":"derived_from","target":"o_01"}],'
    '"embedding":{"model":"multilingual-e5-small.1","dimension":384},'
    '"vectors":[{"made_by":{"model":"multilingual-e5-small.1","dimension":384},"of":""}],"extractor":"rules","order":1,'
    '"change":{"verdict":"new","reason":"nothing known says this or stands against it; its topic is ",'
    '"actor":"consolidate","at":"2026-05-02T10:00:00Z"},"decay_due":"2026-05-02T10:00:00.000000Z","index_due":"2026-05-02T10:00:00Z"}'
)
WORDS = (_VALUES + _SAID + _EVENT + _MEMORY).encode()
