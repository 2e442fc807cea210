"""Which clauses state something: questions, requests, suppositions and mere reactions do not; an order that holds from now on does."""

from __future__ import annotations

import re

QUESTION = re.compile(
    r"^(?:(?:and|but|so|or)\s+)?(?:who|what|where|when|why|how|which|whose|do|does|did|is|are|am|was|were|can|could|would|will"
    r"|should|shall|have|has|had|may|might"
    r"|any|anything|is there|are there)\b(?!\s+(?:I|we) (?:do|need|want|love|like|have|got)\b(?!.*\?))",
    re.IGNORECASE,
)
_WHEN_CLAUSE = re.compile(
    r"^when(?:ever)? (?:I|we) (?:[\w'-]+ ){1,5}(?:I|we) \w+|^(?:any|anything|whatever) [^?]*\b(?:must|has to|needs? to|should|cannot)\b"
    r"|^(?:when|while|where|what|how|whenever)\s+(?:I|we|my|it|he|she|they|the)\b[^?]*,\s+\w",
    re.IGNORECASE,
)
REQUEST = re.compile(
    r"^(?:please\s+)?(?:can you|could you|would you|will you|tell|show|give|help|recommend|suggest|find|let me know|let us|let's"
    r"|let me|explain|write|list|search|look (?:up|for|at|forward)"
    r"|what about|how about|check|compare|summari[sz]e|translate|generate|create|draft|add|book|play|open|set|turn|enjoy|have (?:a"
    r"|an|fun)|take (?:care|it|your)|come|go\b|try|stay"
    r"|convert|rewrite|rephrase|reword|paraphrase|proofread|fix|correct|shorten|expand|format|calculate|count|define|describe|remove|delete"
    r"|rename|sort|rank|fetch|plot|solve|prove|debug|refactor|analy[sz]e|continue|repeat|redo|undo|change|replace|insert|update|run|execute"
    r"|print|send|share|post|move on|pretend|act as|role-?play|answer the|read (?:the|this)|do (?:it|that|this)|make (?:it|this|the|a|me)"
    r"|order me|pick|choose|name|guess|wait|hold on|scroll|click|download|upload|subscribe|log in|sign"
    r"|imagine|see you|talk|thank|keep (?:it up|up|me|going|us|on|in touch|shining|doing|being|pushing|spreading)|hang|hope (?:you"
    r"|it|your|to see|this|that)|good luck|wish)\b",
    re.IGNORECASE,
)
DIRECTIVE = re.compile(
    r"^(?:please\s+)?(?:remind me|do not (?:let me )?forget|remember to|call me|use|always|never|do not|avoid|stick to|only|no "
    r"(?!one|idea|need|way|doubt|worries|problem|matter|wonder|longer|more|joke)"
    r"|stop \w+ing|answer (?:me |in|with|as)|(?:reply|respond|write|speak|talk) (?:to me|in|with|only|as)\b|be (?:brief|concise|direct"
    r"|blunt|honest|formal"
    r"|casual|polite)|skip (?:the|all|any)|leave out|spare me|(?:ping|nudge|notify|alert|message|text) me|(?:when(?:ever)?"
    r"|if) you\b[^,?]{3,60}(?=,)"
    r"|make sure|keep (?:the|my|your|it|all|every|answers|replies|emails|messages)|prefer|address me)\b",
    re.IGNORECASE,
)
_UNREAL = re.compile(
    r"^(?:(?:and|but|so|what) )?(?:if (?:I|we|you|he|she|they|it|my \w+|someone) (?:were|was|had(?! to (?:choose|pick))|lived|could|won"
    r"|became|owned)\b"
    r"|(?:said|says|asked|replied|quoted) (?:the|a|my|his|her|he|she)|suppos(?:e|ing)|imagin(?:e|ing)|pretend|assum(?:e|ing)|say (?:I|we"
    r"|you|he|she|they|that|my)|(?:let's|let us) (?:say|assume|pretend)|what if|hypothetically"
    r"|in (?:the|this|that|a|his|her) (?:novel|book|story|film|movie|song|play|game|poem|dream|text|article|show|series))\b",
    re.IGNORECASE,
)
"""What is only supposed, or told by somebody else."""
_EMPTY = re.compile(
    r"^(?:that|this|it|there)\s+(?:is|was|sounds|looks|seems|must|would|will be|has been|has to be|means? a lot|makes? (?:me|sense)"
    r"|made my)\b(?:\s+\S+){0,4}$"
    r"|^(?:I|we) (?:have )?changed (?:my|our) mind$|^must (?:be|have)\b|^(?:I|we)\s+(?:have )?missed\s+(?:you|chatting|talking|our"
    r"|hearing)\b|\blet you know\b|\bkeep you posted\b"
    r"|\bwhat (?:I|we) (?:meant|needed|wanted|asked(?: for)?|was looking for|am looking for|am after|said)$|^never ?mind\b|^found it$"
    r"|^(?:I|we) wish$|^(?:great|good|nice|excellent|perfect|fair|brilliant|lovely|awesome|interesting) (?:answer|question|point|job"
    r"|work|idea|one|stuff|call"
    r"|catch|enough|try|to (?:know|hear))\b"
    r"|^(?:what|how)\s+(?:a|an|\w+)\b|^(?:I|we)\s+(?:know|agree|see|understand|bet|hope so|think so|guess so|guess|appreciate|can "
    r"imagine|cannot (?:wait|believe|imagine)|hear you|get it|get that|feel you"
    r"|am (?:so |really |very |just |super )*(?:glad|happy|proud|sorry|thrilled|stoked|excited) (?:to hear|for you|that you|of you"
    r"|you|it|to see you|to help|to hear)|am here|am (?:so |really )?(?:glad|happy|proud|sorry))\b(?=\s*$|\s+(?:so|you|your|it|that"
    r"|this|how|for|of|to (?:hear|see|help|chat|talk))\b|$)"
    r"|^(?:I|we)\s+(?:am|are)\s+(?:so |really |very |super |also |just )*(?:good|fine|okay|ok|great|well|here for you|all ears|with "
    r"you|on it|in|sure|not sure|back|done|glad|sorry|impressed|honored|touched|grateful|thankful|proud)$"
    r"|^(?:you|your|y'all)\b|^(?:thanks|thank|congrats|congratulations|welcome|cheers|bye|see you|talk soon|take care|same|me too"
    r"|you too|so do I|likewise)\b"
    r"|^(?:I|we)\s+(?:love|like|loved|liked|enjoy|need|want|did|do|have|had|will|would|can)\s+(?:it|that|this|them|you|to|too|so|one"
    r"|do|not|that too|do that|it too)$|^(?:I|we)\s+(?:would|will|can|do|did|have)(?:\s+(?:love|like) (?:to|that|it))?$",
    re.IGNORECASE,
)


def says_something(clause: str) -> bool:
    """Whether a clause is a statement, or an order to the assistant that holds from now on."""
    if len(clause) < 4 or not re.search(r"[A-Za-zÀ-ÿ]{2}", clause):
        return False
    if DIRECTIVE.match(clause) and not _EMPTY.search(clause):
        return True
    if _WHEN_CLAUSE.match(clause):
        return True
    if _UNREAL.match(clause):
        return False
    return not (QUESTION.match(clause) or REQUEST.match(clause) or _EMPTY.search(clause))
