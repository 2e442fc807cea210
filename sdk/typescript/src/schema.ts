// Made by scripts/generate.mjs from the OpenAPI document: not to be changed by hand.
export interface components {
    schemas: {
        /** @enum {string} */
        AbsenceCause: "listed" | "gate" | "told" | "floor" | "min_score" | "rank" | "budget" | "not_a_candidate";
        AcceptedEvent: {
            /** @description The event's id, yours or ours; unique within tenant, container and user. 1 to 256 characters, at most 512 when percent-encoded. */
            event_id: string;
            /** @description How far the event is. */
            status: components["schemas"]["ProcessingStatus"];
            /** @description `candidate` for memories, or the kind of junk that it is. */
            verdict: components["schemas"]["EventVerdict"];
            /** @description Secrets in it that were masked. */
            masked: number;
        };
        AccessControl: {
            /** @description private: its user; shared: also those listed; public: all in the container. */
            visibility: components["schemas"]["MemoryVisibility"];
            /** @description Users that may see it. */
            allowed_users: string[];
            /** @description Roles of keys that may see it. */
            allowed_roles: string[];
        };
        AccessControlInput: {
            /**
             * @description private: its user; shared: also those listed; public: all in the container.
             * @default private
             */
            visibility?: components["schemas"]["MemoryVisibility"];
            /** @description Users that may see it. */
            allowed_users?: string[];
            /** @description Roles of keys that may see it. */
            allowed_roles?: string[];
        };
        /** @description For acts that need nothing but the memory. Scope fields stand here or in the query. */
        ActRequest: {
            container?: components["schemas"]["ContainerName"];
            namespace?: components["schemas"]["NamespaceName"];
            user_id?: components["schemas"]["UserId"];
            agent_id?: components["schemas"]["AgentId"];
            session_id?: components["schemas"]["SessionId"];
        };
        AdvanceRequest: {
            container?: components["schemas"]["ContainerName"];
            namespace?: components["schemas"]["NamespaceName"];
            user_id?: components["schemas"]["UserId"];
            agent_id?: components["schemas"]["AgentId"];
            session_id?: components["schemas"]["SessionId"];
            /**
             * @description Turns of the conversation.
             * @default 1
             */
            turns?: number;
        };
        /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
        AgentId: string;
        /**
         * @description State of an observation.
         * @enum {string}
         */
        ApprovalState: "pending" | "approved" | "rejected";
        /** @description A copy that nobody can erase from, and when it lapses by itself. */
        BackupCopy: {
            /** @description Which copy. */
            name: string;
            /**
             * Format: date-time
             * @description When it lapses.
             */
            lapses_at: string;
        };
        BatchAnswer: {
            /** @description The batch that brought it; `GET /v1/batches/{batch_id}` tells how far it is. */
            batch_id: string;
            /** @description How far the batch is; failed if any of its events is. */
            status: components["schemas"]["BatchStatus"];
            /** @description The events, in order of the request; at most 100 in one. */
            events: components["schemas"]["EventProgress"][];
        };
        /** @enum {string} */
        BatchStatus: "pending" | "processing" | "processed" | "failed";
        CandidateInput: {
            /** @description A statement that may be worth remembering. */
            content: string;
            /**
             * Format: date-time
             * @description When it was said; when it arrives unless given. RFC 3339 with its time zone, in the years 1900 to 2200.
             */
            timestamp?: string;
        };
        CaptureAnswer: {
            /** @description The batch that brought it; `GET /v1/batches/{batch_id}` tells how far it is. */
            batch_id: string;
            /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
            session_id: string;
            /** @description The session's turn, by which working items fade. */
            turn: number;
            /** @description The single observations. */
            observations: components["schemas"]["CapturedObservation"][];
            /** @description Events that nothing was taken from. */
            dropped: components["schemas"]["DroppedEvent"][];
            /** @description Items that had to give way. */
            evicted: components["schemas"]["WorkingItemView"][];
            /** @description Items that something newer took the place of. */
            replaced: components["schemas"]["WorkingItemView"][];
        };
        /** @description Exactly one of text, exchange, last_exchange. */
        CaptureRequest: {
            container?: components["schemas"]["ContainerName"];
            namespace?: components["schemas"]["NamespaceName"];
            user_id?: components["schemas"]["UserId"];
            agent_id?: components["schemas"]["AgentId"];
            session_id?: components["schemas"]["SessionId"];
            /** @description Its words. */
            text?: string;
            /** @description What a user said and what was answered, as two events. */
            exchange?: components["schemas"]["ExchangeInput"];
            /**
             * @description Take the session's last exchange.
             * @constant
             */
            last_exchange?: true;
            /**
             * Format: date-time
             * @description Of the text.
             */
            timestamp?: string;
        };
        /** @description One observation and where it went; `fact` and `episode` are decided in the background, against what is known. */
        CapturedObservation: {
            /** @description The observation that it comes from. */
            observation_id: string;
            /** @description Its words. */
            content: string;
            /** @description Whom or what it is about; `user` is the user. */
            subject: string;
            /** @description What it tells about. */
            category: components["schemas"]["MemoryCategory"];
            /** @description 0 to 1: how long it lasts without being used. */
            importance: number;
            /** @description How long it is meant to last; `permanent` never fades. */
            durability: components["schemas"]["MemoryDurability"];
            /** @description Where it went. */
            routed: components["schemas"]["MemoryTier"][];
            /** @description The working item's id. */
            item_id: string;
            /** @description Ids of the events that prove it, or that it is about. */
            event_ids: string[];
        };
        CaseAnswer: {
            /** @description The memory's id; in a recall also that of an event or a working item. */
            memory_id: string;
            /** @description Its words. */
            content: string;
            /** @description Whether it may be relied on, from most to least: trusted, caution, untrusted, quarantined. */
            trust: components["schemas"]["TrustLevel"];
            /** @description 0 to 1: how sure it is. In a request a hint. */
            confidence: number;
            /** @description The single observations. */
            observations: components["schemas"]["CaseObservation"][];
            /** @description The events that it rests on. */
            events: components["schemas"]["EventView"][];
            /** @description Its versions, newest first. */
            history: components["schemas"]["VersionView"][];
            /** @description Send it as `cursor` for the next page; null at the last one. */
            next_cursor: string | null;
        };
        CaseObservation: {
            /** @description The observation that it comes from. */
            observation_id: string;
            /** @description Its words. */
            content: string;
            /** @description How it came about, like `new`, `supporting`, `superseding`, `corrected`. */
            verdict: string;
            /** @description Why. */
            reason: string;
            /** @description Of an observation: whether it was approved or rejected. */
            approval: string | null;
            /** @description Whether it speaks for the memory or against it. */
            stance: components["schemas"]["Stance"];
            /** @description Ids of the events that prove it, or that it is about. */
            event_ids: string[];
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
        };
        /** @enum {string} */
        ChangeKind: "consolidation" | "prune" | "sweep" | "quarantine" | "release" | "deletion";
        ChangeLine: {
            /** @description The memory's id; in a recall also that of an event or a working item. */
            memory_id: string;
            /** @description 0: the change made it. */
            from_version: number;
            /** @description The version afterwards. */
            to_version: number;
            /** @description What is done. */
            what: string;
            /** @description Why: the legs that found it, or the reason of a change; `standing instruction` for what is told whatever is asked, `earlier, <date>` for what a later one may have replaced. */
            why: string;
        };
        ChangeSetDetail: {
            /** @description The change set's number. */
            number: number;
            /** @description What made it. */
            kind: components["schemas"]["ChangeKind"];
            /** @description How far it is. */
            state: components["schemas"]["ChangeState"];
            /** @description The run's id. */
            run_id: string;
            /** @description Who did it: `key:` and the key's id, or the part of the service. */
            actor: string;
            /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
            container: string | null;
            /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
            user_id: string | null;
            /**
             * Format: date-time
             * @description When it began.
             */
            started_at: string;
            /**
             * Format: date-time
             * @description When it was done.
             */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description When it was undone.
             */
            undone_at: string | null;
            /** @description Who undid it. */
            undone_by: string | null;
            /** @description How many changes it holds. */
            changes: number;
            /** @description The changes one by one. */
            lines: components["schemas"]["ChangeLine"][];
        };
        ChangeSetList: {
            /** @description Change sets, newest first. */
            change_sets: components["schemas"]["ChangeSetView"][];
            /** @description Send it as `cursor` for the next page; null at the last one. */
            next_cursor: string | null;
        };
        ChangeSetView: {
            /** @description The change set's number. */
            number: number;
            /** @description What made it. */
            kind: components["schemas"]["ChangeKind"];
            /** @description How far it is. */
            state: components["schemas"]["ChangeState"];
            /** @description The run's id. */
            run_id: string;
            /** @description Who did it: `key:` and the key's id, or the part of the service. */
            actor: string;
            /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
            container: string | null;
            /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
            user_id: string | null;
            /**
             * Format: date-time
             * @description When it began.
             */
            started_at: string;
            /**
             * Format: date-time
             * @description When it was done.
             */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description When it was undone.
             */
            undone_at: string | null;
            /** @description Who undid it. */
            undone_by: string | null;
            /** @description How many changes it holds. */
            changes: number;
        };
        /** @enum {string} */
        ChangeState: "applying" | "applied" | "undoing" | "undone";
        CompareAnswer: {
            /** @description The questions, one by one. */
            queries: components["schemas"]["QueryComparison"][];
            /** @description Mean share of the first ten that both models find. */
            mean_overlap_at_10: number;
            /** @description Mean share of the relevant ones among the first ten, by model. */
            mean_recall_at_10: {
                [key: string]: number;
            } | null;
        };
        CompareRequest: {
            /** @description Without any, the words of stored memories and events are asked for. */
            queries?: components["schemas"]["LabelledQuery"][];
            /**
             * @description How many of those.
             * @default 20
             */
            sample?: number;
        };
        /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
        ContainerName: string;
        /** @description What one container does; every field may be set, and its description tells what it means. */
        ContainerPolicy: {
            /**
             * @description working items that a session holds
             * @default 7
             */
            working_capacity?: number;
            /**
             * @description working items that may be pinned
             * @default 2
             */
            pinned_slots?: number;
            /**
             * @description how working items fade with the turns
             * @default power-law
             */
            working_decay?: components["schemas"]["FadingStrategy"];
            /**
             * @description how fast working items fade
             * @default 0.5
             */
            working_rate?: number;
            /**
             * @description significant lasting observations are kept as episodes too
             * @default true
             */
            episodic?: boolean;
            /**
             * @description episodes are consolidated into facts; needs the episodic tier
             * @default true
             */
            semantic?: boolean;
            /**
             * @description who may see episodes and facts: `user`, of whom they tell; `container`, all its users, of what is read from then on and is not sensitive. They stay the user's to correct, export and erase
             * @default user
             */
            tier_scope?: components["schemas"]["TierScope"];
            /**
             * @description importance from which an observation is an episode
             * @default 0.6
             */
            significance?: number;
            /**
             * @description episodes kept for a user; consolidated ones make room first
             * @default 200
             */
            most_episodes?: number;
            /**
             * @description episodes written before a consolidation
             * @default 5
             */
            consolidate_after?: number;
            /**
             * @description a lasting working item that is evicted calls for a consolidation
             * @default true
             */
            consolidate_on_eviction?: boolean;
            /**
             * @description user turns between two consolidations, at least
             * @default 4
             */
            turns_between?: number;
            /**
             * @description current facts from which they are pruned; 0 = never
             * @default 20
             */
            prune_from?: number;
            /**
             * @description characters of an assistant's reply that an exchange keeps
             * @default 500
             */
            assistant_chars?: number;
            /**
             * @description turns above which a session is folded
             * @default 10
             */
            fold_turns?: number;
            /**
             * @description tokens above which a session is folded
             * @default 4000
             */
            fold_tokens?: number;
            /**
             * @description latest turns that a folding leaves
             * @default 5
             */
            fold_keep?: number;
            /**
             * @description how memories fade with the days since their last use
             * @default power-law
             */
            decay?: components["schemas"]["FadingStrategy"];
            /**
             * @description decay score from which a memory is active
             * @default 0.4
             */
            active_from?: number;
            /**
             * @description decay score from which it is deprioritized, with half its recall score
             * @default 0.3
             */
            deprioritized_from?: number;
            /**
             * @description decay score from which it is archived; below, deleted
             * @default 0.2
             */
            archived_from?: number;
            /**
             * @description days that events are kept, but evidence of a memory that is held; 0 = for ever
             * @default 0
             */
            events_days?: number;
            /**
             * @description days that memories are kept after they were last said; 0 = for ever
             * @default 0
             */
            memories_days?: number;
            /**
             * @description the same for episodes alone; 0 = as other memories
             * @default 0
             */
            episodes_days?: number;
        };
        ContainerSetting: {
            /** @description The value there. */
            value: boolean | number | string;
            /** @description What holds where nothing is set. */
            default: boolean | number | string;
            /** @description What it does, and its unit. */
            means: string;
        };
        ContextLine: {
            /** @description The memory's id; in a recall also that of an event or a working item. */
            memory_id: string;
            /** @description Its words. */
            content: string;
            /**
             * Format: date-time
             * @description When.
             */
            at: string | null;
        };
        /** @description What is given takes the place of what stood there; `null` empties a slot or an end of time. The rest stays. */
        CorrectionRequest: {
            container?: components["schemas"]["ContainerName"];
            namespace?: components["schemas"]["NamespaceName"];
            user_id?: components["schemas"]["UserId"];
            agent_id?: components["schemas"]["AgentId"];
            session_id?: components["schemas"]["SessionId"];
            /** @description The version that the correction was made from. */
            version: number;
            /** @description What is true instead, as one sentence. */
            content?: string;
            /** @description Whom or what it is about; `user` is the user. */
            subject?: string;
            /** @description What it tells about. */
            category?: components["schemas"]["MemoryCategory"];
            /** @description Its place in the profile, where it has one. */
            slot?: components["schemas"]["ProfileSlotInput"] | null;
            /** @description What sort of knowledge it is; follows from the category unless given. */
            type?: components["schemas"]["MemoryType"];
            /** @description Words that it is filed under. */
            labels?: string[];
            /** @description Your own marks. */
            tags?: string[];
            /** @description Names in it: people, places, things. */
            entities?: string[];
            /** @description Your own references, like a file or ticket. */
            anchors?: string[];
            /** @description 0 to 1: how long it lasts without being used. */
            importance?: number;
            /** @description How long it is meant to last; `permanent` never fades. */
            durability?: components["schemas"]["MemoryDurability"];
            /**
             * Format: date-time
             * @description Since when it holds in the world; since it was said unless given. RFC 3339 with its time zone, in the years 1000 to 3000; leave it out where there is none.
             */
            valid_from?: string;
            /** @description Until when it holds in the world. RFC 3339 with its time zone, in the years 1000 to 3000; leave it out where there is none. */
            valid_to?: string | null;
            /** @description From then on it is told no more, and the next sweep deletes it. RFC 3339 with its time zone, in the years 1000 to 3000; leave it out where there is none. */
            expires_at?: string | null;
            /** @description False: it is kept, and told in no recall. */
            assistant_visible?: boolean;
            /** @description Your own JSON beside it. */
            metadata?: {
                [key: string]: unknown;
            };
        };
        DeadLetterList: {
            /** @description What the queues gave up, the newest first. */
            dead_letters: components["schemas"]["DeadLetterView"][];
            /** @description There are more than were asked for. */
            more: boolean;
        };
        /** @description Ids and reasons, never content. */
        DeadLetterView: {
            /** @description Its id. */
            id: string;
            /** @description Whose it is. */
            tenant: string;
            /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
            container: string;
            /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
            user_id: string | null;
            /** @description The queue that gave it up. */
            queue: components["schemas"]["QueueName"];
            /** @description Of its last failure. */
            reason: string;
            /** @description How often it was delivered. */
            received: number;
            /**
             * Format: date-time
             * @description When it last failed.
             */
            failed_at: string;
            /**
             * Format: date-time
             * @description When it was given up.
             */
            dead_at: string;
            /** @description The batch that it is about. */
            batch_id: string | null;
            /** @description The run's id. */
            run_id: string | null;
            /** @description The recall that it is about. */
            recall_id: string | null;
            /**
             * Format: date-time
             * @description When it was sent again.
             */
            redriven_at: string | null;
        };
        DecayAnswer: {
            /** @description The memory's id; in a recall also that of an event or a working item. */
            memory_id: string;
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
            /** @description The container's. */
            strategy: components["schemas"]["FadingStrategy"];
            /** @description Whether it is at hand: active, deprioritized (told at half its score), archived, deleted. */
            status: components["schemas"]["MemoryStatus"];
            /** @description Now, by its age alone. */
            score: number;
            /** @description The age at which the score of a power law falls to 0.71. */
            strength_days: number;
            /** @description Why it does not fade; null where it does. */
            keeper: string | null;
            /**
             * Format: date-time
             * @description When it ends whatever its score.
             */
            ends_at: string | null;
            /**
             * Format: date-time
             * @description When it is gone for good, if nobody touches it.
             */
            purged_at: string | null;
            /** @description The score from which each status holds; below the last it is deleted. */
            bands: {
                [key: string]: number;
            };
            /** @description Of the curve, from when it was last touched; none where it does not fade. */
            points: components["schemas"]["DecayPoint"][];
            /** @description Of the sweeps to come, each with another status. */
            steps: components["schemas"]["DecayStep"][];
        };
        DecayPoint: {
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
            /** @description How well it fits; to be compared within one recall alone. */
            score: number;
        };
        /** @description What a sweep will make of it. */
        DecayStep: {
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
            /** @description Whether it is at hand: active, deprioritized (told at half its score), archived, deleted. */
            status: components["schemas"]["MemoryStatus"];
            /** @description How well it fits; to be compared within one recall alone. */
            score: number;
            /** @description Why. */
            reason: string;
        };
        DegradedPart: {
            /** @description Which part. */
            part: string;
            /** @description Why. */
            reason: string;
        };
        DependencyHealth: {
            /** @description Which one. */
            name: string;
            /** @description null: not asked, since the request had no key. */
            ok: boolean | null;
            /** @description What is wrong with it, or how much waits. */
            detail: string | null;
        };
        DroppedEvent: {
            /** @description The event's id, yours or ours; unique within tenant, container and user. 1 to 256 characters, at most 512 when percent-encoded. */
            event_id: string;
            /** @description Why. */
            reason: string;
        };
        /** @description A model and the dimension of its vectors: those of another model or dimension can't be compared with them. */
        EmbeddingModel: {
            /** @description The model's name. */
            model: string;
            /** @description The length of its vectors. */
            dimension: number;
        };
        /** @enum {string} */
        ErasureResult: "erased" | "nothing was known";
        ErasureStarted: {
            /** @description The erasure's id. */
            receipt_id: string;
        };
        /** @enum {string} */
        ErasureStatus: "running" | "held" | "done";
        EventInput: {
            /** @description The event's id, yours or ours; unique within tenant, container and user. 1 to 256 characters, at most 512 when percent-encoded. */
            event_id?: string;
            /**
             * @description Who speaks. What is not a user's is quoted, and believed less.
             * @default user
             */
            role?: components["schemas"]["SpeakerRole"];
            /** @description The speaker's name. */
            name?: string;
            /** @description What was said or done, secrets masked before it is stored; with metadata at most 32 KB. */
            content: string;
            /**
             * Format: date-time
             * @description When it was said; when it arrives unless given. RFC 3339 with its time zone, in the years 1900 to 2200.
             */
            timestamp?: string;
            /**
             * @description `message`, or what was done, like `click`, `filter`, `purchase`.
             * @default message
             */
            event_type?: string;
            /** @description Where it was done. */
            page?: string;
            /** @description Your own JSON beside it; `source` names where it comes from. */
            metadata?: {
                [key: string]: unknown;
            };
        };
        EventList: {
            /** @description The newest first. */
            events: components["schemas"]["EventView"][];
            /** @description Send it as `cursor` for the next page; null at the last one. */
            next_cursor: string | null;
        };
        EventProgress: {
            /** @description The event's id, yours or ours; unique within tenant, container and user. 1 to 256 characters, at most 512 when percent-encoded. */
            event_id: string;
            /** @description How far the event is: processed means that its memories are recallable. */
            status: components["schemas"]["ProcessingStatus"];
            /** @description Why it failed or made no memory; `read in part: ...` where the rules read not all of a long text. */
            reason: string | null;
            /** @description Ids of the memories that rest on it, or that prove it. */
            memory_ids: string[];
        };
        /**
         * @description What an event is: material for memories, or a named kind of junk.
         * @enum {string}
         */
        EventVerdict: "candidate" | "greeting" | "emoji" | "assistant_dump" | "web_prose" | "secret" | "test_row" | "lifecycle_log" | "injected";
        EventView: {
            container: components["schemas"]["ContainerName"];
            namespace: components["schemas"]["NamespaceName"];
            /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
            user_id: string | null;
            /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
            agent_id: string | null;
            /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
            session_id: string | null;
            /** @description The event's id, yours or ours; unique within tenant, container and user. 1 to 256 characters, at most 512 when percent-encoded. */
            event_id: string;
            /** @description The batch that brought it; `GET /v1/batches/{batch_id}` tells how far it is. */
            batch_id: string;
            /** @description Who speaks. What is not a user's is quoted, and believed less. */
            role: components["schemas"]["SpeakerRole"];
            /** @description The speaker's name. */
            name: string | null;
            /** @description Its words. */
            content: string;
            /**
             * Format: date-time
             * @description When it was said; when it arrives unless given. RFC 3339 with its time zone, in the years 1900 to 2200.
             */
            timestamp: string;
            /** @description `message`, or what was done, like `click`, `filter`, `purchase`. */
            event_type: string;
            /** @description Where it was done. */
            page: string | null;
            /** @description Your own JSON beside it. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description `candidate` for memories, or the kind of junk that it is. */
            verdict: components["schemas"]["EventVerdict"];
            /** @description Secrets in it that were masked. */
            masked: number;
            /** @description Whether memories are made of it; false only keeps the events. */
            extract: boolean;
            /**
             * Format: date-time
             * @description Since when we know it.
             */
            recorded_at: string;
            /** @description Order of acceptance in its session. */
            seq: number;
            /** @description Why. */
            reason: string | null;
            /** @description Dates that the content's temporal phrases mean, as `last month = April 2026`. */
            resolved: string[];
            /** @description Ids of the memories that rest on it, or that prove it. */
            memory_ids: string[];
            /**
             * Format: date-time
             * @description When the container's retention asks whether it is kept.
             */
            lapses_at: string | null;
            /**
             * Format: date-time
             * @description Since when its words are gone; DynamoDB deletes the row afterwards.
             */
            lapsed_at: string | null;
            /** @description `processed` once it is indexed and recallable. */
            processing_status: components["schemas"]["ProcessingStatus"];
        };
        ExchangeInput: {
            /** @description What the user said. */
            user: string;
            /**
             * @description What the assistant answered.
             * @default
             */
            assistant?: string;
            /**
             * Format: date-time
             * @description When it was said; when it arrives unless given. RFC 3339 with its time zone, in the years 1900 to 2200.
             */
            timestamp?: string;
        };
        ExportRequest: {
            /** @description This one alone; without it every container that the user has records in, or the default one where no user is named. */
            container?: string;
            /** @description Without it everybody in the container, and what is the container's own. */
            user_id?: string;
        };
        ExportStarted: {
            /** @description The export's id. */
            export_id: string;
            /** @description How far it is: running, finished, failed. */
            status: components["schemas"]["TransferStatus"];
        };
        ExportView: {
            /** @description The export's id. */
            export_id: string;
            /** @description How far it is: running, finished, failed. */
            status: components["schemas"]["TransferStatus"];
            /** @description The container that is exported; null: all that the user is in. */
            container: string | null;
            /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
            user_id: string | null;
            /**
             * Format: date-time
             * @description When it was asked for.
             */
            requested_at: string;
            /**
             * Format: date-time
             * @description When it was done.
             */
            finished_at: string | null;
            /** @description Lines by kind, as far as it is. */
            counts: {
                [key: string]: number;
            };
            /** @description Size of the file. */
            bytes: number;
            /** @description SHA-256 chained over the file's lines, which its last line signs; an import checks it. Not the sum of the file. */
            digest: string | null;
            /** @description SHA-256 of the file's bytes, as `sha256sum` gives it, once it is finished. */
            sha256: string | null;
            /** @description Why a finished export has none. */
            sha256_missing: string | null;
            /** @description Once it is finished; good for 15 minutes, asking again gives another. */
            download_url: string | null;
            /** @description Why it failed. */
            failure: string | null;
            /**
             * Format: date-time
             * @description When the file is removed.
             */
            expires_at: string;
        };
        /** @description A fact that the caller states outright. `confidence`, `trust_score` and `source` are hints, never authority. */
        FactInput: {
            /** @description The fact as one sentence; with all that it names at most 32 KB. */
            content: string;
            /**
             * @description Whom or what it is about; `user` is the user.
             * @default user
             */
            subject?: string;
            /** @description What it tells about. */
            category?: components["schemas"]["MemoryCategory"];
            /** @description Its place in the profile, where it has one. */
            slot?: components["schemas"]["ProfileSlotInput"];
            /** @description What sort of knowledge it is; follows from the category unless given. */
            type?: components["schemas"]["MemoryType"];
            /** @description Words that it is filed under. */
            labels?: string[];
            /** @description Your own marks. */
            tags?: string[];
            /** @description Names in it: people, places, things. */
            entities?: string[];
            /** @description Your own references, like a file or ticket. */
            anchors?: string[];
            /** @description 0 to 1: how long it lasts without being used. */
            importance?: number;
            /** @description How long it is meant to last; `permanent` never fades. */
            durability?: components["schemas"]["MemoryDurability"];
            /**
             * Format: date-time
             * @description Since when it holds in the world; since it was said unless given. RFC 3339 with its time zone, in the years 1000 to 3000; leave it out where there is none.
             */
            valid_from?: string;
            /**
             * Format: date-time
             * @description Until when it holds in the world. RFC 3339 with its time zone, in the years 1000 to 3000; leave it out where there is none.
             */
            valid_to?: string;
            /**
             * Format: date-time
             * @description From then on it is told no more, and the next sweep deletes it. RFC 3339 with its time zone, in the years 1000 to 3000; leave it out where there is none.
             */
            expires_at?: string;
            /** @description Its links. */
            relations?: components["schemas"]["MemoryRelationInput"][];
            /** @description Who may see it beside its user. */
            access_control?: components["schemas"]["AccessControlInput"];
            /** @description Agents that may see it; empty: all. */
            agent_scope?: string[];
            /**
             * @description False: it is kept, and told in no recall.
             * @default true
             */
            assistant_visible?: boolean;
            /** @description Ids of the events that prove it, or that it is about. */
            event_ids?: string[];
            /** @description Your own JSON beside it. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description 0 to 1: how sure it is. In a request a hint. */
            confidence?: number;
            /** @description A hint, kept and not relied on. */
            trust_score?: number;
            /** @description How it came to be known. In a request a hint. */
            source?: string;
        };
        FadingMemory: {
            /** @description The memory's id; in a recall also that of an event or a working item. */
            memory_id: string;
            /** @description Its words. */
            content: string;
            /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
            user_id: string | null;
            /** @description Its decay score. */
            score: number;
            /** @description Its status before. */
            before: components["schemas"]["MemoryStatus"];
            /** @description Its status afterwards. */
            after: components["schemas"]["MemoryStatus"];
            /** @description Why. */
            reason: string;
        };
        /** @enum {string} */
        FadingStrategy: "power-law" | "exponential" | "none";
        FeedbackRequest: {
            container?: components["schemas"]["ContainerName"];
            namespace?: components["schemas"]["NamespaceName"];
            user_id?: components["schemas"]["UserId"];
            agent_id?: components["schemas"]["AgentId"];
            session_id?: components["schemas"]["SessionId"];
            /** @description Whether it helped. */
            useful: boolean;
            /** @description The recall's id; it can be read again for 30 days. */
            recall_id?: string;
        };
        /** @description What a version changed against the one before it. */
        FieldChange: {
            /** @description Name of the field. */
            field: string;
            /** @description The value before. */
            before: unknown;
            /** @description The value afterwards. */
            after: unknown;
        };
        FieldError: {
            /** @description Name of the field or parameter, with its place: `events.0.content`. */
            field: string;
            /** @description What is wrong with it; never its value. */
            message: string;
            /** @description The memory that it is about, where an undo is refused. */
            memory_id?: string;
        };
        /** @description A condition, or and, or, not of filters. At most 8 levels, 100 conditions, 200 values of an `in`, 2,000 characters of a value. */
        Filter: components["schemas"]["FilterGroup"] | components["schemas"]["FilterCondition"];
        FilterCondition: {
            /** @description What is compared. */
            field: components["schemas"]["FilterField"];
            /** @description How. `contains` looks into a list or a text, `exists` takes true or false. */
            op: components["schemas"]["FilterOperator"];
            /** @description What with: a list for `in`, a text or number for `gt`, `gte`, `lt` and `lte`, a time for a field that is one. May be left out with `exists` alone. */
            value?: unknown;
        };
        /** @description One of its own fields, or `metadata.` and a path into your JSON. */
        FilterField: ("agent_id" | "anchors" | "approval" | "category" | "confidence" | "content" | "created_at" | "entities" | "expires_at" | "importance" | "kind" | "labels" | "memory_id" | "namespace" | "recorded_at" | "said_at" | "session_id" | "subject" | "tags" | "topic" | "type" | "updated_at" | "user_id" | "valid_from" | "valid_to") | string;
        /** @description One of and, or, not. */
        FilterGroup: {
            /** @description All of them hold; at least one is needed. */
            and?: components["schemas"]["Filter"][];
            /** @description One of them holds; at least one is needed. */
            or?: components["schemas"]["Filter"][];
            /** @description It does not hold. */
            not?: components["schemas"]["Filter"];
        };
        /** @enum {string} */
        FilterOperator: "contains" | "eq" | "exists" | "gt" | "gte" | "in" | "lt" | "lte" | "ne";
        FoundItem: {
            /** @description Its labels, from the outermost in. */
            namespace: string[];
            /** @description What it goes by in its namespace. */
            key: string;
            /** @description Its JSON, as it was given. */
            value: unknown;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description From then on it is told no more, and the next sweep deletes it. RFC 3339 with its time zone, in the years 1000 to 3000; leave it out where there is none.
             */
            expires_at: string | null;
            /** @description Cosine of the query and the nearest of its texts, -1 to 1; null without a query, and of what has no text. */
            score: number | null;
        };
        HandoffAnswer: {
            /** @description What was handed over. */
            handoff: components["schemas"]["HandoffView"];
            /** @description Items that had to give way. */
            evicted: components["schemas"]["WorkingItemView"][];
        };
        HandoffRequest: {
            container?: components["schemas"]["ContainerName"];
            namespace?: components["schemas"]["NamespaceName"];
            user_id?: components["schemas"]["UserId"];
            agent_id?: components["schemas"]["AgentId"];
            session_id?: components["schemas"]["SessionId"];
            /** @description The agent that takes it over. 1 to 256 characters, at most 512 when percent-encoded. */
            to_agent_id: string;
        };
        HandoffView: {
            /** @description The agent that it comes from. */
            from_agent_id: string | null;
            /** @description The agent that takes it over. 1 to 256 characters, at most 512 when percent-encoded. */
            to_agent_id: string;
            /** @description Ids of the items that were handed over. */
            items: string[];
            /** @description All that the agent held in focus. */
            whole: boolean;
            /** @description Who did it: `key:` and the key's id, or the part of the service. */
            actor: string;
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
        };
        HealthAnswer: {
            /** @description ok; degraded: recall goes on without a part; down: the table does not answer. */
            status: components["schemas"]["HealthStatus"];
            /** @description Each one, by its name. */
            dependencies: components["schemas"]["DependencyHealth"][];
        };
        /** @enum {string} */
        HealthStatus: "ok" | "degraded" | "down";
        HistoryAnswer: {
            /** @description Its versions, newest first. */
            versions: components["schemas"]["VersionView"][];
            /** @description Send it as `cursor` for the next page; null at the last one. */
            next_cursor: string | null;
        };
        ImportRequest: {
            /** @description Only lines of this container are taken. */
            container?: string;
            /** @description Only lines of this user are taken. */
            user_id?: string;
            /** @description The file's size: the address takes no other then. */
            bytes?: number;
        };
        ImportStarted: {
            /** @description The import's id. */
            import_id: string;
            /** @description For one PUT of the file, for 15 minutes. */
            upload_url: string;
            /** @description Size that the file may have. */
            most_bytes: number;
        };
        ImportView: {
            /** @description The import's id. */
            import_id: string;
            /** @description waiting (for the file), checking, running, indexing (all is written, and not all can be found yet), finished (all is recallable), failed. */
            status: components["schemas"]["TransferStatus"];
            /** @description Only lines of this container are taken. */
            container: string | null;
            /** @description Only lines of this user are taken. */
            user_id: string | null;
            /**
             * Format: date-time
             * @description When it was asked for.
             */
            requested_at: string;
            /**
             * Format: date-time
             * @description When it was done.
             */
            finished_at: string | null;
            /** @description True: an unaltered export of this tenant, restored as it was. False: taken as words of a third party. null: not known yet. */
            proven: boolean | null;
            /** @description Lines read so far. */
            lines: number;
            /** @description Of lines: written, equal to what is stored, in conflict with it, refused. */
            counts: {
                [key: string]: number;
            };
            /** @description Lines in conflict or refused with their reason, the first 100. */
            refusals: components["schemas"]["RefusedLine"][];
            /** @description Why it failed. */
            failure: string | null;
        };
        IndexAnswer: {
            /** @description Name of the index for people who look into the domain. */
            alias: string;
            /** @description The indices behind it. */
            indices: string[];
            /** @description How many documents it holds. */
            documents: number;
            /**
             * Format: date-time
             * @description When it was last made anew from the table; null until that is done, or where it never was.
             */
            rebuilt_at: string | null;
            /** @description Its k-NN engine. */
            engine: string | null;
            /** @description The model and dimension that recall goes by. */
            embedding: components["schemas"]["EmbeddingModel"] | null;
            /** @description The change of models that is open. */
            migration_id: string | null;
            /** @description Rows that the index does not show yet, counted up to 1,000. */
            waiting: number;
        };
        ItemBatch: {
            container?: components["schemas"]["ContainerName"];
            namespace?: components["schemas"]["NamespaceName"];
            user_id?: components["schemas"]["UserId"];
            agent_id?: components["schemas"]["AgentId"];
            session_id?: components["schemas"]["SessionId"];
            /** @description They see what stood before this batch. */
            gets?: components["schemas"]["ItemToGet"][];
            /** @description Each takes the place of what was there. */
            puts?: components["schemas"]["ItemToPut"][];
            /** @description What is not there is no error. */
            deletes?: components["schemas"]["ItemPlace"][];
        };
        /** @description A condition, or and, or, not of filters. At most 8 levels, 100 conditions, 200 values of an `in`, 2,000 characters of a value. */
        ItemFilter: components["schemas"]["ItemFilterGroup"] | components["schemas"]["ItemFilterCondition"];
        ItemFilterCondition: {
            /** @description What is compared. */
            field: components["schemas"]["ItemFilterField"];
            /** @description How. `contains` looks into a list or a text, `exists` takes true or false. */
            op: components["schemas"]["FilterOperator"];
            /** @description What with: a list for `in`, a text or number for `gt`, `gte`, `lt` and `lte`, a time for a field that is one. May be left out with `exists` alone. */
            value?: unknown;
        };
        /** @description One of its own fields, or `value.` and a path into your JSON. */
        ItemFilterField: ("created_at" | "key" | "updated_at") | string;
        /** @description One of and, or, not. */
        ItemFilterGroup: {
            /** @description All of them hold; at least one is needed. */
            and?: components["schemas"]["ItemFilter"][];
            /** @description One of them holds; at least one is needed. */
            or?: components["schemas"]["ItemFilter"][];
            /** @description It does not hold. */
            not?: components["schemas"]["ItemFilter"];
        };
        ItemPlace: {
            /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
            namespace: string[];
            /** @description The key itself, shown this once. */
            key: string;
        };
        ItemRequest: {
            container?: components["schemas"]["ContainerName"];
            namespace?: components["schemas"]["NamespaceName"];
            user_id?: components["schemas"]["UserId"];
            agent_id?: components["schemas"]["AgentId"];
            session_id?: components["schemas"]["SessionId"];
            /** @description Any JSON; comes back as it was given. */
            value: unknown;
            /** @description Paths in the value that a search by text goes by, like `title`, `author.name`, `parts[*].text`; all of it unless given, nothing where false. */
            index?: string[] | false;
            /** @description How long it stays after it was written, or read with `refresh_ttl`; for good unless given. */
            ttl_minutes?: number;
        };
        ItemSearch: {
            container?: components["schemas"]["ContainerName"];
            namespace?: components["schemas"]["NamespaceName"];
            user_id?: components["schemas"]["UserId"];
            agent_id?: components["schemas"]["AgentId"];
            session_id?: components["schemas"]["SessionId"];
            /** @description Only items of this namespace, and of those within it. */
            prefix?: string[];
            /** @description Nearest by meaning first; without it those that changed last. */
            query?: string;
            /** @description As `filters` of a recall, over `value.*`, `key`, `created_at`, `updated_at`. */
            filter?: components["schemas"]["ItemFilter"];
            /**
             * @description How many a page holds at most.
             * @default 10
             */
            limit?: number;
            /**
             * @description How many of the first ones to leave out.
             * @default 0
             */
            offset?: number;
            /**
             * @description Let the time to live of those that are found begin anew, where the key may write.
             * @default false
             */
            refresh_ttl?: boolean;
        };
        ItemToGet: {
            /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
            namespace: string[];
            /** @description The key itself, shown this once. */
            key: string;
            /**
             * @description Let its time to live begin anew, where the key may write; reading with one that may not changes nothing.
             * @default false
             */
            refresh_ttl?: boolean;
        };
        ItemToPut: {
            /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
            namespace: string[];
            /** @description The key itself, shown this once. */
            key: string;
            /** @description Any JSON; comes back as it was given. */
            value: unknown;
            /** @description Paths in the value that a search by text goes by, like `title`, `author.name`, `parts[*].text`; all of it unless given, nothing where false. */
            index?: string[] | false;
            /** @description How long it stays after it was written, or read with `refresh_ttl`; for good unless given. */
            ttl_minutes?: number;
        };
        ItemView: {
            /** @description Its labels, from the outermost in. */
            namespace: string[];
            /** @description What it goes by in its namespace. */
            key: string;
            /** @description Its JSON, as it was given. */
            value: unknown;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description From then on it is told no more, and the next sweep deletes it. RFC 3339 with its time zone, in the years 1000 to 3000; leave it out where there is none.
             */
            expires_at: string | null;
        };
        ItemsFound: {
            /** @description A page of them, in order. */
            items: components["schemas"]["FoundItem"][];
            /** @description Whether all items under the prefix were looked at; a narrower prefix finds the rest. */
            complete: boolean;
            /** @description Where the next page begins; null at the end. A page holds fewer than `limit` where more would not fit into an answer. */
            next_offset: number | null;
            /** @description `vector` where the embedding model did not answer: then words in common decide. */
            degraded: string[];
        };
        ItemsGot: {
            /** @description In the order of the gets; null where there is none. */
            items: (components["schemas"]["ItemView"] | null)[];
        };
        KeyList: {
            /** @description The keys. */
            keys: components["schemas"]["KeyView"][];
            /** @description Where there are more. A key that is bound sees only what it may administer, so its pages may be short, or empty. */
            next_cursor: string | null;
        };
        /** @enum {string} */
        KeyPermission: "read" | "write" | "admin";
        KeyRequest: {
            /** @description Whose key; your own unless you are the operator. */
            tenant?: string;
            /** @description Roles that memories may be shared with. */
            roles?: string[];
            /** @description What it may do. */
            permissions: components["schemas"]["KeyPermission"][];
            /** @description Bind it to these containers. */
            containers?: string[];
            /** @description Bind it to this user. */
            user_id?: string;
            /** @description Bind it to this agent. */
            agent_id?: string;
        };
        KeyView: {
            /** @description The key's id. */
            key_id: string;
            /** @description The customer that the key belongs to: small letters, digits and hyphens, at most 63. Only the operator's key has to name one. */
            tenant: string;
            /** @description What it may do. */
            permissions: components["schemas"]["KeyPermission"][];
            /** @description Roles that memories may be shared with. */
            roles: string[];
            /** @description Containers that it reaches; empty or none where it is not bound to any. */
            containers: string[];
            /** @description The user that it is bound to. */
            user_id: string | null;
            /** @description The agent that it is bound to. */
            agent_id: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Since when it is revoked; it may still be taken for `AuthorizerTtl` seconds (60 by default).
             */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @description Of a rotated key: until when it still works.
             */
            expires_at: string | null;
            /** @description Id of what it took the place of. */
            replaces: string | null;
            /** @description Id of what took its place. */
            replaced_by: string | null;
            /**
             * Format: date-time
             * @description To about an hour.
             */
            last_used_at: string | null;
        };
        /** @description A question of one user, with the ids of the memories or events that answer it where they are known. */
        LabelledQuery: {
            /** @description The customer that the key belongs to: small letters, digits and hyphens, at most 63. Only the operator's key has to name one. */
            tenant: string;
            /**
             * @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded.
             * @default default
             */
            container?: string;
            /**
             * @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded.
             * @default default
             */
            namespace?: string;
            user_id?: components["schemas"]["UserId"];
            /** @description The question, or the next message, in the user's words. */
            query: string;
            /** @description Ids of the memories or events that answer it. */
            relevant?: string[];
        };
        /** @enum {string} */
        LinkDirection: "out" | "in";
        /** @description A request, or a notification where it has no `id`. */
        McpMessage: {
            /**
             * @description `2.0`.
             * @default 2.0
             */
            jsonrpc?: string;
            /** @description The request's number, which the answer repeats. */
            id?: string | number;
            /**
             * @description Like `tools/call`.
             * @default
             */
            method?: string;
            /** @description What the method takes. */
            params?: {
                [key: string]: unknown;
            };
        };
        /** @description The answer: `result` or `error`. */
        McpReply: {
            /** @description `2.0`. */
            jsonrpc: string;
            /** @description The request's number. */
            id: (string | number) | null;
        };
        /** @enum {string} */
        MemoryCategory: "identity" | "relationship" | "preference" | "belief" | "profession" | "attribute" | "pattern" | "event" | "task" | "constraint" | "plan";
        /** @enum {string} */
        MemoryDurability: "transient" | "session" | "persistent" | "permanent";
        /** @enum {string} */
        MemoryKind: "observation" | "fact" | "episode" | "summary" | "topic" | "mental_model" | "event" | "working";
        MemoryList: {
            /** @description The memories, newest first. */
            memories: components["schemas"]["MemoryView"][];
            /** @description Send it as `cursor` for the next page; null at the last one. */
            next_cursor: string | null;
        };
        /** @description A link: supersedes, revises, supports, contradicts, derived_from, merged_into, related_to, mentions. */
        MemoryRelation: {
            /** @description How: supersedes, superseded_by, revises, revised_by, supports, contradicts, contradicted_by, derived_from, became (from an observation to its fact; became_revising and became_revised_by to what that stands beside), merged_into, related_to, mentions; your own are kept too. */
            type: string;
            /** @description What it points to, or comes from: a memory's or event's id, or a name. */
            target: string;
        };
        /** @description A link: supersedes, revises, supports, contradicts, derived_from, merged_into, related_to, mentions. */
        MemoryRelationInput: {
            /** @description How: supersedes, superseded_by, revises, revised_by, supports, contradicts, contradicted_by, derived_from, became (from an observation to its fact; became_revising and became_revised_by to what that stands beside), merged_into, related_to, mentions; your own are kept too. */
            type: string;
            /** @description What it points to, or comes from: a memory's or event's id, or a name. */
            target: string;
        };
        /** @enum {string} */
        MemorySensitivity: "none" | "personal" | "sensitive";
        /** @enum {string} */
        MemorySource: "explicit_user_input" | "implicit_inference" | "system_generated" | "external_data" | "corrected_memory";
        /**
         * @description Is it at hand?
         * @enum {string}
         */
        MemoryStatus: "active" | "deprioritized" | "archived" | "deleted";
        /** @enum {string} */
        MemoryTier: "working" | "fact" | "episode";
        /** @enum {string} */
        MemoryType: "episodic" | "semantic" | "procedural" | "preference" | "profile";
        /**
         * @description Is it true?
         * @enum {string}
         */
        MemoryValidity: "active" | "deprecated" | "invalid" | "review";
        MemoryView: {
            container: components["schemas"]["ContainerName"];
            namespace: components["schemas"]["NamespaceName"];
            /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
            user_id: string | null;
            /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
            agent_id: string | null;
            /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
            session_id: string | null;
            /** @description Counts its changes from 1; a correction names the one that it was made from. */
            version: number;
            /** @description The memory's id; in a recall also that of an event or a working item. */
            memory_id: string;
            /** @description What it is. */
            kind: components["schemas"]["MemoryKind"];
            /** @description Agents that may see it; empty: all. */
            agent_scope: string[];
            /** @description False: it is kept, and told in no recall. */
            assistant_visible: boolean;
            /** @description What sort of knowledge it is; follows from the category unless given. */
            type: components["schemas"]["MemoryType"];
            /** @description Whom or what it is about; `user` is the user. */
            subject: string;
            /** @description What it tells about. */
            category: components["schemas"]["MemoryCategory"];
            /** @description Its place in the profile, where it has one. */
            slot: components["schemas"]["ProfileSlot"] | null;
            /** @description Name of its topic. */
            topic: string | null;
            /** @description Names in it: people, places, things. */
            entities: string[];
            /** @description Words that it is filed under. */
            labels: string[];
            /** @description Your own marks. */
            tags: string[];
            /** @description Your own references, like a file or ticket. */
            anchors: string[];
            /** @description Your own JSON beside it. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description 0 to 1: how long it lasts without being used. */
            importance: number;
            /** @description 0 to 1: how sure it is. In a request a hint. */
            confidence: number;
            /** @description How long it is meant to last; `permanent` never fades. */
            durability: components["schemas"]["MemoryDurability"];
            /** @description How private it is. */
            sensitivity: components["schemas"]["MemorySensitivity"];
            /** @description How it came to be known. In a request a hint. */
            source: components["schemas"]["MemorySource"];
            /** @description Whose words it rests on. */
            source_role: components["schemas"]["SpeakerRole"];
            /** @description What the caller claimed of it: kept, not relied on. */
            hints: {
                [key: string]: unknown;
            };
            /** @description Ids of the events that prove it, or that it is about. */
            event_ids: string[];
            /** @description Words of the value that this one replaces, where the text names it. */
            replaces: string | null;
            /** @description The text marks itself as a correction ("actually", "no longer", "moved to"). */
            correction: boolean;
            /** @description The claim is that something does not hold any more. */
            negated: boolean;
            /**
             * Format: date-time
             * @description Since when it holds in the world; since it was said unless given. RFC 3339 with its time zone, in the years 1000 to 3000; leave it out where there is none.
             */
            valid_from: string;
            /**
             * Format: date-time
             * @description Until when it holds in the world. RFC 3339 with its time zone, in the years 1000 to 3000; leave it out where there is none.
             */
            valid_to: string | null;
            /**
             * Format: date-time
             * @description Since when we know it.
             */
            recorded_at: string;
            /**
             * Format: date-time
             * @description Until when we took it for true.
             */
            superseded_at: string | null;
            /** @description Whether it is true: active, deprecated (superseded), invalid (retracted), review (contested). */
            validity: components["schemas"]["MemoryValidity"];
            /** @description Whether it is at hand: active, deprioritized (told at half its score), archived, deleted. */
            status: components["schemas"]["MemoryStatus"];
            /** @description Whether it may be relied on, from most to least: trusted, caution, untrusted, quarantined. */
            trust: components["schemas"]["TrustLevel"];
            /** @description What a quarantine of its evidence lowered; null: nothing did. */
            trust_before: components["schemas"]["TrustLevel"] | null;
            /** @description Of an observation: whether it was approved or rejected. */
            approval: components["schemas"]["ApprovalState"] | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When it was last recalled; its age counts from there.
             */
            last_accessed_at: string;
            /** @description 0 to 1: how much of it is left; its status follows from it. */
            decay_score: number;
            /** @description How fast it fades; 1 is the ordinary pace. */
            decay_factor: number;
            /** @description What its score in a recall is multiplied by; moved by feedback. */
            retrieval_boost: number;
            /** @description How often it was said again. */
            reinforcements: number;
            /**
             * Format: date-time
             * @description When it was last said again.
             */
            reinforced_at: string | null;
            /**
             * Format: date-time
             * @description From then on it is told no more, and the next sweep deletes it. RFC 3339 with its time zone, in the years 1000 to 3000; leave it out where there is none.
             */
            expires_at: string | null;
            /** @description It does not fade, and is told first. */
            pinned: boolean;
            /** @description It neither fades nor is pruned. */
            protected: boolean;
            /** @description It cannot be deleted, and its user not erased, until it is released. */
            legal_hold: boolean;
            /** @description Its links. */
            relations: components["schemas"]["MemoryRelation"][];
            /** @description The model that made its vector; null while that is owed, and it is found by its words alone. */
            embedding: components["schemas"]["EmbeddingModel"] | null;
            /** @description What read it: `rules`, or the chat model; and why not the model where one is set. */
            extractor: string;
            /** @description The prompt that a chat model was asked with. */
            prompt_version: string | null;
            /** @description Why this version exists: verdict, reason, actor and time. */
            change: components["schemas"]["VersionReason"];
            /**
             * Format: date-time
             * @description Of an episode: when the last consolidation looked at it. It follows from the user's state (`distilled`), and no row says it.
             */
            consolidated_at: string | null;
            /**
             * Format: date-time
             * @description Of a mental model: since when its gate holds; null keeps it from recall.
             */
            activated_at: string | null;
            /**
             * Format: date-time
             * @description Since when only its id is left, without content.
             */
            purged_at: string | null;
            /** @description Who may see it beside its user. */
            access_control: components["schemas"]["AccessControl"];
            /** @description Its words. */
            content: string;
            /** @description Its words for a prompt where they are not the user's own: marked and as data. Null where they are. */
            quoted: string | null;
            /** @description The words that it was read from. */
            raw: string;
            /** @description What its sentence says, as fields; differs by kind. */
            structured: {
                [key: string]: unknown;
            };
            /** @description `processed` once it is indexed and recallable. */
            processing_status: components["schemas"]["ProcessingStatus"];
            /** @description Path of everything for and against it. */
            case: string;
        };
        /** @enum {string} */
        MemoryVisibility: "private" | "shared" | "public";
        MergeRequest: {
            container?: components["schemas"]["ContainerName"];
            namespace?: components["schemas"]["NamespaceName"];
            user_id?: components["schemas"]["UserId"];
            agent_id?: components["schemas"]["AgentId"];
            session_id?: components["schemas"]["SessionId"];
            /** @description Facts that are merged into this one. */
            ids: string[];
        };
        /** @description The model to change to; the endpoint serves it beside the present one. */
        MigrationRequest: {
            /** @description The model's name. */
            embedding_model: string;
            /** @description The length of its vectors. */
            embedding_dimension: number;
        };
        /** @enum {string} */
        MigrationState: "backfilling" | "ready" | "switched" | "finished";
        MigrationView: {
            /** @description Id of the change of models. */
            migration_id: string;
            /** @description How far it is. */
            state: components["schemas"]["MigrationState"];
            /** @description The model that is changed from. */
            source: components["schemas"]["EmbeddingModel"];
            /** @description The model that is changed to. */
            target: components["schemas"]["EmbeddingModel"];
            /** @description The one that recall goes by now. */
            active: components["schemas"]["EmbeddingModel"];
            /** @description Documents that the backfill brought to the target's index, of `total` at its start. */
            done: number;
            /** @description How many documents there were at the start. */
            total: number;
            /** @description How often a step failed. */
            errors: number;
            /** @description What the last failure was. */
            last_error: string | null;
            /** @description Documents of either index that still wait for a vector, counted up to 1,000: they are found by their words. */
            waiting: number;
            /** @description Who did it: `key:` and the key's id, or the part of the service. */
            actor: string;
            /**
             * Format: date-time
             * @description When it began.
             */
            started_at: string;
            /**
             * Format: date-time
             * @description When it last went on.
             */
            changed_at: string;
        };
        /** @enum {string} */
        ModelSide: "source" | "target";
        NamespaceList: {
            /** @description Each as its labels, from the outermost in. */
            namespaces: string[][];
            /** @description Send it as `cursor` for the next page; null at the last one. */
            next_cursor: string | null;
        };
        /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
        NamespaceName: string;
        NewKey: {
            /** @description The key's id. */
            key_id: string;
            /** @description The customer that the key belongs to: small letters, digits and hyphens, at most 63. Only the operator's key has to name one. */
            tenant: string;
            /** @description What it may do. */
            permissions: components["schemas"]["KeyPermission"][];
            /** @description Roles that memories may be shared with. */
            roles: string[];
            /** @description Containers that it reaches; empty or none where it is not bound to any. */
            containers: string[];
            /** @description The user that it is bound to. */
            user_id: string | null;
            /** @description The agent that it is bound to. */
            agent_id: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Since when it is revoked; it may still be taken for `AuthorizerTtl` seconds (60 by default).
             */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @description Of a rotated key: until when it still works.
             */
            expires_at: string | null;
            /** @description Id of what it took the place of. */
            replaces: string | null;
            /** @description Id of what took its place. */
            replaced_by: string | null;
            /**
             * Format: date-time
             * @description To about an hour.
             */
            last_used_at: string | null;
            /** @description The key itself, shown this once. */
            key: string;
            /**
             * Format: date-time
             * @description Of a rotation: when the old key has ended at the latest. It ends with its overlap, but for as long as API Gateway remembers it from before the rotation (`AuthorizerTtl`, 60 s by default) it works in any case; 0 there makes every end exact.
             */
            old_works_until: string | null;
        };
        /** @description The key that asks. */
        OwnKey: {
            /** @description The key's id. */
            key_id: string;
            /** @description The customer that the key belongs to: small letters, digits and hyphens, at most 63. Only the operator's key has to name one. */
            tenant: string;
            /** @description What it may do. */
            permissions: components["schemas"]["KeyPermission"][];
            /** @description Roles that memories may be shared with. */
            roles: string[];
            /** @description That it is bound to; none: all. */
            containers: string[];
            /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
            user_id: string | null;
            /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
            agent_id: string | null;
            /** @description It administers every tenant, and is none's. */
            operator: boolean;
            /**
             * Format: date-time
             * @description From then on it is told no more, and the next sweep deletes it. RFC 3339 with its time zone, in the years 1000 to 3000; leave it out where there is none.
             */
            expires_at: string | null;
        };
        PlannedChange: {
            /** @description The memory's id; in a recall also that of an event or a working item. */
            memory_id: string;
            /** @description What it is. */
            kind: components["schemas"]["MemoryKind"];
            /** @description What is done. */
            what: string;
            /** @description Why: the legs that found it, or the reason of a change; `standing instruction` for what is told whatever is asked, `earlier, <date>` for what a later one may have replaced. */
            why: string;
            /** @description Its words before. */
            content_before: string | null;
            /** @description Its words. */
            content: string;
            /** @description Whether it is true: active, deprecated (superseded), invalid (retracted), review (contested). */
            validity: components["schemas"]["MemoryValidity"];
            /** @description Whether it is at hand: active, deprioritized (told at half its score), archived, deleted. */
            status: components["schemas"]["MemoryStatus"];
            /** @description Whether it may be relied on, from most to least: trusted, caution, untrusted, quarantined. */
            trust: components["schemas"]["TrustLevel"];
        };
        /** @description Problem details (RFC 9457), as `application/problem+json`. */
        Problem: {
            /** @description A name of the problem. */
            type: string;
            /** @description The problem in short. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What is wrong here. */
            detail: string;
            /** @description The path that was asked for. */
            instance?: string | null;
            /** @description Name it when you ask about the request. */
            request_id: string;
            /** @description Each wrong field with what is wrong with it. */
            errors: components["schemas"]["FieldError"][];
        };
        /**
         * @description How far an event is.
         * @enum {string}
         */
        ProcessingStatus: "pending" | "chunked" | "processed" | "failed";
        ProfileAnswer: {
            /** @description Category > tag > feature. */
            profile: {
                [key: string]: {
                    [key: string]: {
                        [key: string]: components["schemas"]["ProfileFeature"];
                    };
                };
            };
        };
        ProfileFeature: {
            /** @description What holds now. */
            values: components["schemas"]["ProfileValue"][];
            /** @description Earlier and contested values, newest first. */
            history: components["schemas"]["ProfileValue"][];
        };
        /** @description A place in the profile: category > tag > feature holds value. */
        ProfileSlot: {
            /** @description The profile's chapter; `user_profile` unless given. */
            category: string;
            /** @description The profile's part, like `Skills`. */
            tag: string;
            /** @description What has the value, like `language`. */
            feature: string;
            /** @description The value there. */
            value: string;
        };
        /** @description A place in the profile: category > tag > feature holds value. */
        ProfileSlotInput: {
            /**
             * @description The profile's chapter; `user_profile` unless given.
             * @default user_profile
             */
            category?: string;
            /**
             * @description The profile's part, like `Skills`.
             * @default Miscellaneous
             */
            tag?: string;
            /** @description What has the value, like `language`. */
            feature: string;
            /** @description The value there. */
            value: string;
        };
        ProfileValue: {
            /** @description The value there. */
            value: string;
            /** @description The memory's id; in a recall also that of an event or a working item. */
            memory_id: string;
            /** @description Whom or what it is about; `user` is the user. */
            subject: string;
            /** @description Its words. */
            content: string;
            /** @description 0 to 1: how sure it is. In a request a hint. */
            confidence: number;
            /** @description Whether it may be relied on, from most to least: trusted, caution, untrusted, quarantined. */
            trust: components["schemas"]["TrustLevel"];
            /** @description Whether it is true: active, deprecated (superseded), invalid (retracted), review (contested). */
            validity: components["schemas"]["MemoryValidity"];
            /**
             * Format: date-time
             * @description Since when it holds in the world; since it was said unless given. RFC 3339 with its time zone, in the years 1000 to 3000; leave it out where there is none.
             */
            valid_from: string;
            /**
             * Format: date-time
             * @description Until when it holds in the world. RFC 3339 with its time zone, in the years 1000 to 3000; leave it out where there is none.
             */
            valid_to: string | null;
            /**
             * Format: date-time
             * @description Since when we know it.
             */
            recorded_at: string;
            /**
             * Format: date-time
             * @description Until when we took it for true.
             */
            superseded_at: string | null;
            /** @description Ids of the events that prove it, or that it is about. */
            event_ids: string[];
            /** @description Id of what took its place. */
            replaced_by: string | null;
            /** @description How it came about, like `new`, `supporting`, `superseding`, `corrected`. */
            verdict: string;
            /** @description Why it stands as it does. */
            reason: string;
        };
        /** @description From private over shared to public; shared adds to who may see it already. */
        PromoteRequest: {
            container?: components["schemas"]["ContainerName"];
            namespace?: components["schemas"]["NamespaceName"];
            user_id?: components["schemas"]["UserId"];
            agent_id?: components["schemas"]["AgentId"];
            session_id?: components["schemas"]["SessionId"];
            /** @description Whom to show it to. */
            to: components["schemas"]["WiderVisibility"];
            /** @description Users that may see it. */
            allowed_users?: string[];
            /** @description Roles of keys that may see it. */
            allowed_roles?: string[];
        };
        /** @description Of one user's events, or the container's own, those that have all that is given: by where they come from (`role`, the speaker's `name`, the metadata's `source`, the agent that brought them), by session, or by when they were said. Later ones too. */
        QuarantineRequest: {
            /**
             * @description Whose memories are meant.
             * @default {
             *       "container": null,
             *       "user_id": null,
             *       "namespace": null
             *     }
             */
            scope?: components["schemas"]["UpkeepScope"];
            /** @description Who speaks. What is not a user's is quoted, and believed less. */
            role?: components["schemas"]["SpeakerRole"];
            /** @description The speaker's name. */
            name?: string;
            /** @description The metadata's `source`. */
            source?: string;
            /** @description The agent that brought them. */
            agent_id?: string;
            /** @description The session that they belong to. */
            session_id?: string;
            /**
             * Format: date-time
             * @description Said from then on. RFC 3339 with its time zone, in the years 1900 to 2200.
             */
            since?: string;
            /**
             * Format: date-time
             * @description Said before then. RFC 3339 with its time zone, in the years 1900 to 2200.
             */
            until?: string;
            /**
             * @description True: nothing is changed; what would be is answered.
             * @default false
             */
            preview?: boolean;
        };
        QueryComparison: {
            /** @description The place of the query in the request, or the id of the sampled record: never its words. */
            query: string;
            /** @description Share of the first ten that both models find. */
            overlap_at_10: number;
            /** @description Share of the relevant ones among the first ten. */
            recall_at_10: {
                [key: string]: number;
            } | null;
        };
        /** @enum {string} */
        QueueName: "extract" | "consolidate" | "access" | "stream";
        Rate: {
            /** @description What is done. */
            what: components["schemas"]["RateKind"];
            /** @description To about a hundredth of the limit. */
            last_hour: number;
            /** @description Of that hour. */
            most_in_a_minute: number;
            /** @description A minute. */
            limit: number;
        };
        /** @enum {string} */
        RateKind: "requests" | "events" | "bytes";
        RebuildAnswer: {
            /**
             * @description It goes on in the background.
             * @constant
             */
            status: "started";
        };
        RecallAnswer: {
            /** @description The recall's id; it can be read again for 30 days. */
            recall_id: string;
            /** @description The question, or the next message, in the user's words. */
            query: string;
            /** @description The session: what its older turns were folded into, and its last turns, as they are: no part of `token_budget`. */
            short_term_context: components["schemas"]["ContextLine"][];
            /** @description The facts that were found. */
            mid_term_context: components["schemas"]["ContextLine"][];
            /** @description The summaries and mental models that were found. */
            long_term_user_context: components["schemas"]["ContextLine"][];
            /** @description All of it as text, ready for a prompt: what the user told the assistant for good, what is known, in the words of those who said it, the focus, the latest episodes. */
            formatted_context: string;
            /** @description What was found, best first. */
            memories: components["schemas"]["RecallItem"][];
            /** @description Of `formatted_context`, wrapping included: at most `token_budget`. */
            tokens: number;
            /** @description Parts that did not answer, or did not fit; the rest is there. */
            degraded: components["schemas"]["DegradedPart"][];
            /** @description How it came about: candidates, what was suppressed and why, times. */
            diagnostics: components["schemas"]["RecallDiagnostics"] | null;
        };
        RecallDiagnostics: {
            /** @description How many each leg of the search found. */
            candidates: {
                [key: string]: number;
            };
            /** @description What was found and held back, and by which gate. */
            suppressed: components["schemas"]["SuppressedMemory"][];
            /** @description Settings that it went by. */
            policy: {
                [key: string]: unknown;
            };
            /** @description Milliseconds by step. */
            timings_ms: {
                [key: string]: number;
            };
        };
        /** @enum {string} */
        RecallInclusion: "archived" | "deprecated";
        RecallItem: {
            /** @description The memory's id; in a recall also that of an event or a working item. */
            memory_id: string;
            /** @description What it is. */
            kind: components["schemas"]["MemoryKind"];
            /** @description What sort of knowledge it is; follows from the category unless given. */
            type: components["schemas"]["MemoryType"] | null;
            /** @description Its words. */
            content: string;
            /** @description Its words for a prompt where they are not the user's own: marked and as data. Null where they are. */
            quoted: string | null;
            /** @description How well it fits; to be compared within one recall alone. */
            score: number;
            /** @description What each leg of the search gave it. */
            legs: {
                [key: string]: number;
            };
            /** @description Whom or what it is about; `user` is the user. */
            subject: string | null;
            /** @description What it tells about. */
            category: components["schemas"]["MemoryCategory"] | null;
            /** @description Name of its topic. */
            topic: string | null;
            /** @description 0 to 1: how sure it is. In a request a hint. */
            confidence: number | null;
            /** @description Whether its reader may rely on it: trusted, caution, untrusted. What another user shares is untrusted. */
            trust: components["schemas"]["TrustLevel"];
            /** @description Whose words it rests on; other than the user's stand quoted in the context. */
            source_role: components["schemas"]["SpeakerRole"];
            /** @description Whether it is true: active, deprecated (superseded), invalid (retracted), review (contested). */
            validity: components["schemas"]["MemoryValidity"];
            /** @description Whether it is at hand: active, deprioritized (told at half its score), archived, deleted. */
            status: components["schemas"]["MemoryStatus"];
            /**
             * Format: date-time
             * @description Since when it holds in the world; since it was said unless given. RFC 3339 with its time zone, in the years 1000 to 3000; leave it out where there is none.
             */
            valid_from: string | null;
            /**
             * Format: date-time
             * @description Until when it holds in the world. RFC 3339 with its time zone, in the years 1000 to 3000; leave it out where there is none.
             */
            valid_to: string | null;
            /** @description Whose own words the content is: a speaker's name, or `user` or `assistant`; null where it is worded by somebody else. */
            said_by: string | null;
            /**
             * Format: date-time
             * @description When it was said.
             */
            said_at: string | null;
            /** @description What its words need to be understood alone: the question that they answer, or the thing that they are about. */
            context: string | null;
            /** @description Ids of the events that prove it, or that it is about. */
            event_ids: string[];
            /** @description It was just said, and is not decided yet. */
            pending: boolean;
            /** @description Why: the legs that found it, or the reason of a change; `standing instruction` for what is told whatever is asked, `earlier, <date>` for what a later one may have replaced. */
            why: string[];
            /** @description Path of everything for and against it; null of an event, and of what another user shares. */
            case: string | null;
        };
        /** @description A recall read again: the list as it was given. */
        RecallRecord: {
            /** @description The recall's id; it can be read again for 30 days. */
            recall_id: string;
            /** @description The question, or the next message, in the user's words. */
            query: string;
            /** @description The session: what its older turns were folded into, and its last turns, as they are: no part of `token_budget`. */
            short_term_context: components["schemas"]["ContextLine"][];
            /** @description The facts that were found. */
            mid_term_context: components["schemas"]["ContextLine"][];
            /** @description The summaries and mental models that were found. */
            long_term_user_context: components["schemas"]["ContextLine"][];
            /** @description All of it as text, ready for a prompt: what the user told the assistant for good, what is known, in the words of those who said it, the focus, the latest episodes. */
            formatted_context: string;
            /** @description What was found, best first. */
            memories: components["schemas"]["RecallItem"][];
            /** @description Of `formatted_context`, wrapping included: at most `token_budget`. */
            tokens: number;
            /** @description Parts that did not answer, or did not fit; the rest is there. */
            degraded: components["schemas"]["DegradedPart"][];
            /** @description How it came about: candidates, what was suppressed and why, times. */
            diagnostics: components["schemas"]["RecallDiagnostics"] | null;
            /**
             * Format: date-time
             * @description When it was given.
             */
            at: string;
            /** @description What was asked for. */
            request: {
                [key: string]: unknown;
            };
            /** @description What was found and held back, and by which gate. */
            suppressed: components["schemas"]["SuppressedMemory"][];
            /** @description Ids that were told, in the list or a context, and may not be told any more. */
            gone: string[];
        };
        RecallRequest: {
            container?: components["schemas"]["ContainerName"];
            namespace?: components["schemas"]["NamespaceName"];
            user_id?: components["schemas"]["UserId"];
            agent_id?: components["schemas"]["AgentId"];
            session_id?: components["schemas"]["SessionId"];
            /** @description The question, or the next message, in the user's words. */
            query: string;
            /**
             * @description How many memories to answer with, at most; what the user told the assistant for good comes behind them.
             * @default 10
             */
            top_k?: number;
            /**
             * @description Tokens that `formatted_context` may have, wrapping included.
             * @default 1000
             */
            token_budget?: number;
            /**
             * @description Kinds to search; all unless given.
             * @default [
             *       "fact",
             *       "summary",
             *       "topic",
             *       "episode",
             *       "mental_model",
             *       "event",
             *       "working"
             *     ]
             */
            kinds?: components["schemas"]["MemoryKind"][];
            /** @description Only what passes it. */
            filters?: components["schemas"]["Filter"];
            /**
             * Format: date-time
             * @description What held then, by what is known today. RFC 3339 with its time zone, in the years 1000 to 3000; leave it out where there is none.
             */
            as_of?: string;
            /**
             * Format: date-time
             * @description What was known then. RFC 3339 with its time zone, in the years 1900 to 2200.
             */
            known_at?: string;
            /**
             * Format: date-time
             * @description The time to answer from, where it is not now. RFC 3339 with its time zone, in the years 1900 to 2200.
             */
            now?: string;
            /**
             * @description Name of the tz database that `today` and its like go by.
             * @default UTC
             */
            timezone?: string;
            /** @description What is told although it is not at hand, or not true any more. */
            include?: components["schemas"]["RecallInclusion"][];
            /** @description Leaves out what scores less, and nothing for having nothing to do with the question. */
            min_score?: number;
            /**
             * @description `default`: the reranker that is configured, none otherwise.
             * @default default
             */
            rerank?: components["schemas"]["Reranking"];
            /**
             * @description How it came about: candidates, what was suppressed and why, times.
             * @default false
             */
            diagnostics?: boolean;
        };
        ReceiptView: {
            /** @description The erasure's id. */
            receipt_id: string;
            /** @description The user who is erased. */
            user_id: string;
            /** @description Containers in which the user had records. */
            containers: string[];
            /** @description Who asked for it. */
            actor: string;
            /**
             * Format: date-time
             * @description When it was asked for.
             */
            requested_at: string;
            /** @description Whether it is done. */
            done: boolean;
            /** @description `held`: memories came under legal hold. It goes on when they are released; until then nothing is removed, and the service goes on. */
            status: components["schemas"]["ErasureStatus"];
            /** @description Of one that is done. `nothing was known`: no store held anything of a user of this name: is the name right, and the tenant? */
            result: components["schemas"]["ErasureResult"] | null;
            /** @description Memories under legal hold that stop it. */
            held: number;
            /** @description Not one container alone: keys bound to the user are revoked too. */
            everywhere: boolean;
            /** @description What there was of the user, by kind; rows are counted as they are removed, so that it grows until all is done. */
            before: {
                [key: string]: number;
            } | null;
            /** @description What every store answered at the end. */
            after: {
                [key: string]: number;
            } | null;
            /**
             * Format: date-time
             * @description When it was done.
             */
            finished_at: string | null;
            /** @description SHA-256 of what the receipt says. */
            digest: string | null;
            /** @description Copies that nobody can erase from, with the date on which they lapse. */
            backups: components["schemas"]["BackupCopy"][];
        };
        ReflectAnswer: {
            /** @description The sentences as one text. */
            answer: string;
            /** @description The answer's sentences, each with its memories. */
            sentences: components["schemas"]["ReflectSentence"][];
            /** @description What was asked and has no evidence, in the question's words. */
            missing: string[];
            /** @description Parts that did not answer, or did not fit; the rest is there. */
            degraded: components["schemas"]["DegradedPart"][];
            /** @description The recall's id; it can be read again for 30 days. */
            recall_id: string;
        };
        ReflectRequest: {
            container?: components["schemas"]["ContainerName"];
            namespace?: components["schemas"]["NamespaceName"];
            user_id?: components["schemas"]["UserId"];
            agent_id?: components["schemas"]["AgentId"];
            session_id?: components["schemas"]["SessionId"];
            /** @description What is asked. */
            question: string;
            /**
             * @description Tokens that `formatted_context` may have, wrapping included.
             * @default 1000
             */
            token_budget?: number;
            /**
             * Format: date-time
             * @description What held then, by what is known today. RFC 3339 with its time zone, in the years 1000 to 3000; leave it out where there is none.
             */
            as_of?: string;
        };
        ReflectSentence: {
            /** @description Its words. */
            text: string;
            /** @description Ids of the memories that rest on it, or that prove it. */
            memory_ids: string[];
            /** @description The least of what it rests on. */
            trust: components["schemas"]["TrustLevel"];
        };
        /** @description A line that was not taken, and why, without its words. */
        RefusedLine: {
            /** @description Number of the line, from 1. */
            line: number;
            /** @description Why. */
            reason: string;
        };
        RelationView: {
            /** @description How: supersedes, superseded_by, supports, contradicts, contradicted_by, derived_from (to its events and sources), became (from an observation to its fact, from a pattern to what followed it), merged_into, merged_from, related_to, mentions (a name), or your own. */
            type: string;
            /** @description What it points to, or comes from: a memory's or event's id, or a name. */
            target: string;
            /** @description out: from this memory; in: to it. */
            direction: components["schemas"]["LinkDirection"];
            /** @description Words of the memory at the other end. */
            content: string | null;
        };
        RelationsAnswer: {
            /** @description Its links. */
            relations: components["schemas"]["RelationView"][];
            /** @description Send it as `cursor` for the next page; null at the last one. */
            next_cursor: string | null;
        };
        /** @enum {string} */
        Reranking: "default" | "none" | "mmr" | "http" | "model";
        RetainAnswer: {
            /** @description The batch that brought it; `GET /v1/batches/{batch_id}` tells how far it is. */
            batch_id: string;
            /**
             * @description The events are safe; memories follow.
             * @constant
             */
            status: "accepted";
            /** @description The events, in order of the request; at most 100 in one. */
            events: components["schemas"]["AcceptedEvent"][];
        };
        RetainRequest: {
            container?: components["schemas"]["ContainerName"];
            namespace?: components["schemas"]["NamespaceName"];
            user_id?: components["schemas"]["UserId"];
            agent_id?: components["schemas"]["AgentId"];
            session_id?: components["schemas"]["SessionId"];
            /** @description The events, in order of the request; at most 100 in one. */
            events?: components["schemas"]["EventInput"][];
            /** @description Facts that you state outright. */
            facts?: components["schemas"]["FactInput"][];
            /** @description Statements that may be worth remembering. */
            candidates?: components["schemas"]["CandidateInput"][];
            /** @description What a user said and what was answered, as two events. */
            exchange?: components["schemas"]["ExchangeInput"];
            /**
             * @description Whether memories are made of it; false only keeps the events.
             * @default true
             */
            extract?: boolean;
        };
        RotationRequest: {
            /**
             * @description Seconds for which the old key still works; 0: no longer than API Gateway remembers it (see `old_works_until` of the answer).
             * @default 86400
             */
            overlap_s?: number;
        };
        SessionContext: {
            /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
            session_id: string;
            /** @description All of it as text, ready for a prompt: what the user told the assistant for good, what is known, in the words of those who said it, the focus, the latest episodes. */
            formatted_context: string;
            /** @description How many tokens it counts. */
            tokens: number;
        };
        SessionCounters: {
            /** @description User messages since the session began. */
            turns: number;
            /** @description In the list, since the last folding. */
            messages: number;
            /** @description Of those. */
            tokens: number;
            /** @description Accepted since the session began, behaviour too. */
            events: number;
            /** @description That the asking agent sees. */
            working_items: number;
        };
        /** @description Without `items`, all that the agent holds in focus, and its turns with it. */
        SessionHandoffRequest: {
            container?: components["schemas"]["ContainerName"];
            namespace?: components["schemas"]["NamespaceName"];
            user_id?: components["schemas"]["UserId"];
            agent_id?: components["schemas"]["AgentId"];
            session_id?: components["schemas"]["SessionId"];
            /** @description The agent that takes it over. 1 to 256 characters, at most 512 when percent-encoded. */
            to_agent_id: string;
            /** @description Ids of the items to hand over; all unless given. */
            items?: string[];
        };
        /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
        SessionId: string;
        SessionList: {
            /** @description Those that began last come first. */
            sessions: components["schemas"]["SessionSummary"][];
            /** @description Send it as `cursor` for the next page; null at the last one. */
            next_cursor: string | null;
        };
        SessionSummary: {
            /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
            session_id: string;
            /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
            container: string;
            /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
            namespace: string;
            /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
            user_id: string | null;
            /** @description Accepted since the session began, behaviour too. */
            events: number;
            /** @description User messages since it began. */
            turns: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the newest event arrived.
             */
            last_activity_at: string;
            /**
             * Format: date-time
             * @description Since when it is idle; null while it is not.
             */
            closed_at: string | null;
        };
        SessionView: {
            /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
            session_id: string;
            /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
            container: string;
            /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
            namespace: string;
            /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
            user_id: string | null;
            /** @description What older turns were folded into; null before the first folding. */
            system_message: components["schemas"]["SystemMessage"] | null;
            /** @description The messages since, oldest first. */
            turns: components["schemas"]["TurnView"][];
            /** @description How much it holds. */
            counters: components["schemas"]["SessionCounters"];
            /** @description What was handed to other agents. */
            handoffs: components["schemas"]["HandoffView"][];
            /**
             * Format: date-time
             * @description When it was closed as idle.
             */
            closed_at: string | null;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        SettingsAnswer: {
            /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
            container: string;
            /** @description Counts the changes; 0 where none were ever set. */
            version: number;
            /** @description Every setting by its name. */
            settings: {
                [key: string]: components["schemas"]["ContainerSetting"];
            };
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string | null;
            /** @description Who changed them. */
            updated_by: string | null;
        };
        /** @description All settings that differ from their defaults. `version` is the one that was read; 0 where none were ever set. */
        SettingsRequest: {
            /** @description The version that was read; 0 where none were ever set. */
            version: number;
            /** @description Every setting by its name. */
            settings: components["schemas"]["ContainerPolicy"];
        };
        /** @enum {string} */
        SpeakerRole: "user" | "assistant" | "system" | "tool";
        /** @enum {string} */
        Stance: "for" | "against";
        StateAppended: {
            /** @description In the order of the request, without their data. */
            rows: components["schemas"]["StateView"][];
        };
        StateInput: {
            /** @description Any JSON; comes back as it was given. */
            data: unknown;
            /**
             * @description Which line of the session's history it belongs to.
             * @default main
             */
            branch?: string;
            /** @description Your own JSON beside it. */
            metadata?: {
                [key: string]: unknown;
            };
        };
        StateList: {
            /** @description The newest first; a page ends early where its rows are large. */
            rows: components["schemas"]["StateView"][];
            /** @description Send it as `cursor` for the next page; null at the last one. */
            next_cursor: string | null;
        };
        /** @description One row by `data`, or several by `rows`, written together in their order. */
        StateRequest: {
            container?: components["schemas"]["ContainerName"];
            namespace?: components["schemas"]["NamespaceName"];
            user_id?: components["schemas"]["UserId"];
            agent_id?: components["schemas"]["AgentId"];
            session_id?: components["schemas"]["SessionId"];
            /** @description Any JSON; comes back as it was given. */
            data?: unknown;
            /**
             * @description Which line of the session's history it belongs to.
             * @default main
             */
            branch?: string;
            /** @description Your own JSON beside it. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description Several, written together in their order. */
            rows?: components["schemas"]["StateInput"][];
        };
        StateView: {
            /** @description The row's id; ids sort by when rows came. */
            row_id: string;
            /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
            session_id: string;
            /** @description Which line of the session's history it belongs to. */
            branch: string;
            /** @description Your own JSON beside it. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Its JSON, as it was given; null where it was left out. */
            data: unknown;
            /** @description Bytes of its JSON. */
            size: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
        };
        SuppressedMemory: {
            /** @description The memory's id; in a recall also that of an event or a working item. */
            memory_id: string;
            /** @description Name of the gate that held it back. */
            gate: string;
            /** @description Why. */
            reason: string;
        };
        SweepAnswer: {
            /** @description The run's id. */
            run_id: string | null;
            /** @description Number of its change set; undo it by that. */
            change_set: number | null;
            /** @description True: nothing is changed; what would be is answered. */
            preview: boolean;
            /**
             * Format: date-time
             * @description The time that it goes by.
             */
            at: string;
            /** @description How many were looked at. */
            examined: number;
            /** @description How many were changed, by what. */
            changed: {
                [key: string]: number;
            };
            /** @description What was changed, or would be. */
            changes: components["schemas"]["FadingMemory"][];
            /** @description Whether it is done. */
            done: boolean;
        };
        SweepRequest: {
            /**
             * @description Whose memories are meant.
             * @default {
             *       "container": null,
             *       "user_id": null
             *     }
             */
            scope?: components["schemas"]["SweepScope"];
            /**
             * @description True: nothing is changed; what would be is answered.
             * @default false
             */
            preview?: boolean;
            /**
             * Format: date-time
             * @description A supposed time, in a preview only. RFC 3339 with its time zone, in the years 1000 to 3000; leave it out where there is none.
             */
            now?: string;
        };
        SweepScope: {
            container?: components["schemas"]["ContainerName"];
            user_id?: components["schemas"]["UserId"];
        };
        /** @description What the session's older turns were folded into. */
        SystemMessage: {
            /**
             * @description Who speaks. What is not a user's is quoted, and believed less.
             * @constant
             */
            role: "system";
            /** @description Its words. */
            content: string;
            /** @description Turns of the conversation. */
            turns: number;
            /** @description How many messages it stands for. */
            messages: number;
            /** @description How often it was folded. */
            folds: number;
            /** @description The rules, or the chat model. */
            made_by: string;
            /** @description Why it was not the chat model. */
            fallback: string | null;
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
        };
        /** @enum {string} */
        TierScope: "user" | "container";
        TopicList: {
            /** @description The topics. */
            topics: components["schemas"]["TopicView"][];
            /** @description Send it as `cursor` for the next page; null at the last one. */
            next_cursor: string | null;
        };
        TopicView: components["schemas"]["MemoryView"] & {
            /** @description Name of its topic. */
            topic: string;
            /** @description Current facts under it. */
            facts: number;
            /** @description Other names of the topic. */
            aliases: string[];
            /** @description What is said under the topic in short. */
            summaries: components["schemas"]["MemoryView"][];
        };
        /** @enum {string} */
        TransferStatus: "waiting" | "checking" | "running" | "indexing" | "finished" | "failed";
        /**
         * @description May it be relied on? From most to least.
         * @enum {string}
         */
        TrustLevel: "trusted" | "caution" | "untrusted" | "quarantined";
        /** @description One message of the session's list. */
        TurnView: {
            /** @description The event's id, yours or ours; unique within tenant, container and user. 1 to 256 characters, at most 512 when percent-encoded. */
            event_id: string;
            /** @description Who speaks. What is not a user's is quoted, and believed less. */
            role: components["schemas"]["SpeakerRole"];
            /** @description The speaker's name. */
            name: string | null;
            /** @description Its words. */
            content: string;
            /** @description `message`, or what was done, like `click`, `filter`, `purchase`. */
            event_type: string;
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
            /** @description `candidate` for memories, or the kind of junk that it is. */
            verdict: components["schemas"]["EventVerdict"];
            /** @description A user's message: a turn begins with it. */
            opens_turn: boolean;
        };
        UndoAnswer: {
            /** @description The change set's number. */
            number: number;
            /** @description How far it is. */
            state: components["schemas"]["ChangeState"];
            /** @description Memories that were brought back. */
            restored: number;
            /** @description Memories that are purged: they can't be restored. */
            final: string[];
            /** @description False: time ran out; the same request goes on. */
            done: boolean;
        };
        UpkeepAnswer: {
            /** @description What is run. */
            kind: components["schemas"]["ChangeKind"];
            /** @description The run's id. */
            run_id: string | null;
            /** @description Number of its change set; undo it by that. */
            change_set: number | null;
            /** @description True: nothing is changed; what would be is answered. */
            preview: boolean;
            /**
             * Format: date-time
             * @description The time that it goes by.
             */
            at: string;
            /** @description How many were looked at. */
            examined: number | null;
            /** @description How many were changed, by what. */
            changed: {
                [key: string]: number;
            };
            /** @description Of a preview; what a run did is in its change set. */
            changes: components["schemas"]["PlannedChange"][];
            /** @description Whether it is done. */
            done: boolean;
            /** @description Why. */
            reason: string | null;
        };
        /** @description A consolidation or a prune of one user's memories, or of the container's own. */
        UpkeepRequest: {
            /**
             * @description Whose memories are meant.
             * @default {
             *       "container": null,
             *       "user_id": null,
             *       "namespace": null
             *     }
             */
            scope?: components["schemas"]["UpkeepScope"];
            /**
             * @description True: nothing is changed; what would be is answered.
             * @default false
             */
            preview?: boolean;
        };
        UpkeepScope: {
            container?: components["schemas"]["ContainerName"];
            user_id?: components["schemas"]["UserId"];
            namespace?: components["schemas"]["NamespaceName"];
        };
        /** @description What the tenant used: what its costs follow. */
        UsageAnswer: {
            /** @description Of what has a limit; the rest is not counted. */
            rates: components["schemas"]["Rate"][];
            /** @description About what these requests and events of the last hour cost on AWS at list prices, without models, the search domain and waiting. */
            cost_usd: number;
            /** @description Of the chat model, since midnight UTC. */
            model_tokens_today: number;
            /** @description A day; 0: none, and then they are not counted. */
            model_tokens_limit: number;
        };
        /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
        UserId: string;
        UserList: {
            /** @description In the order of their percent-encoded ids. */
            users: components["schemas"]["UserView"][];
            /** @description Send it as `cursor` for the next page; null at the last one. */
            next_cursor: string | null;
        };
        UserView: {
            /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
            user_id: string;
            /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
            container: string;
            /** @description That something was said in. */
            sessions: number;
            /** @description Processed so far, behaviour too. */
            events: number;
            /** @description User messages among them. */
            turns: number;
            /** @description Current facts. */
            facts: number;
            /**
             * Format: date-time
             * @description When the newest processed event arrived.
             */
            last_activity_at: string | null;
        };
        /** @description A fact that is kept as it is given. */
        VerbatimRequest: {
            container?: components["schemas"]["ContainerName"];
            namespace?: components["schemas"]["NamespaceName"];
            user_id?: components["schemas"]["UserId"];
            agent_id?: components["schemas"]["AgentId"];
            session_id?: components["schemas"]["SessionId"];
            /** @description Its words. */
            content: string;
            /**
             * @description Whom or what it is about; `user` is the user.
             * @default user
             */
            subject?: string;
            /** @description What it tells about. */
            category?: components["schemas"]["MemoryCategory"];
            /** @description Its place in the profile, where it has one. */
            slot?: components["schemas"]["ProfileSlotInput"];
            /** @description What sort of knowledge it is; follows from the category unless given. */
            type?: components["schemas"]["MemoryType"];
            /** @description Words that it is filed under. */
            labels?: string[];
            /** @description Your own marks. */
            tags?: string[];
            /** @description Names in it: people, places, things. */
            entities?: string[];
            /** @description Your own references, like a file or ticket. */
            anchors?: string[];
            /** @description 0 to 1: how long it lasts without being used. */
            importance?: number;
            /** @description How long it is meant to last; `permanent` never fades. */
            durability?: components["schemas"]["MemoryDurability"];
            /**
             * Format: date-time
             * @description Since when it holds in the world; since it was said unless given. RFC 3339 with its time zone, in the years 1000 to 3000; leave it out where there is none.
             */
            valid_from?: string;
            /**
             * Format: date-time
             * @description Until when it holds in the world. RFC 3339 with its time zone, in the years 1000 to 3000; leave it out where there is none.
             */
            valid_to?: string;
            /**
             * Format: date-time
             * @description From then on it is told no more, and the next sweep deletes it. RFC 3339 with its time zone, in the years 1000 to 3000; leave it out where there is none.
             */
            expires_at?: string;
            /** @description Its links. */
            relations?: components["schemas"]["MemoryRelationInput"][];
            /** @description Who may see it beside its user. */
            access_control?: components["schemas"]["AccessControlInput"];
            /** @description Agents that may see it; empty: all. */
            agent_scope?: string[];
            /**
             * @description False: it is kept, and told in no recall.
             * @default true
             */
            assistant_visible?: boolean;
            /** @description Ids of the events that prove it, or that it is about. */
            event_ids?: string[];
            /** @description Your own JSON beside it. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description 0 to 1: how sure it is. In a request a hint. */
            confidence?: number;
            /** @description A hint, kept and not relied on. */
            trust_score?: number;
            /** @description How it came to be known. In a request a hint. */
            source?: string;
        };
        /** @description Why this version exists. */
        VersionReason: {
            /** @description How it came about, like `new`, `supporting`, `superseding`, `corrected`. */
            verdict: string;
            /** @description Why. */
            reason: string;
            /** @description Who did it: `key:` and the key's id, or the part of the service. */
            actor: string;
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
        };
        VersionView: components["schemas"]["MemoryView"] & {
            /** @description How it came about, like `new`, `supporting`, `superseding`, `corrected`. */
            verdict: string;
            /** @description Why. */
            reason: string;
            /** @description Who did it: `key:` and the key's id, or the part of the service. */
            actor: string;
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
            /** @description Against the version before it; none of the first one, and of what was purged. */
            changes: components["schemas"]["FieldChange"][];
        };
        WhyNot: {
            /** @description The memory's id; in a recall also that of an event or a working item. */
            memory_id: string;
            /** @description It was told after all. */
            recalled: boolean;
            /** @description What kept it out. */
            cause: components["schemas"]["AbsenceCause"];
            /** @description Why. */
            reason: string;
            /** @description Name of the gate that held it back. */
            gate: string | null;
            /** @description Among all candidates, from 1, best first. */
            rank: number | null;
            /** @description How well it fits; to be compared within one recall alone. */
            score: number | null;
            /** @description Of the last item in the list. */
            last_score: number | null;
            /** @description What each leg of the search gave it. */
            legs: {
                [key: string]: number;
            };
            /** @description How many tokens the item would take. */
            tokens: number;
            /** @description How many were weighed. */
            candidates: number;
        };
        /** @enum {string} */
        WiderVisibility: "shared" | "public";
        WorkingItemRequest: {
            container?: components["schemas"]["ContainerName"];
            namespace?: components["schemas"]["NamespaceName"];
            user_id?: components["schemas"]["UserId"];
            agent_id?: components["schemas"]["AgentId"];
            session_id?: components["schemas"]["SessionId"];
            /** @description Its words. */
            content: string;
            /**
             * @description 0 to 1: how long it lasts without being used.
             * @default 0.5
             */
            importance?: number;
            /**
             * @description How long it is meant to last; `permanent` never fades.
             * @default session
             */
            durability?: components["schemas"]["MemoryDurability"];
            /**
             * @description What it tells about.
             * @default task
             */
            category?: components["schemas"]["MemoryCategory"];
            /**
             * @description Whom or what it is about; `user` is the user.
             * @default user
             */
            subject?: string;
            /**
             * Format: date-time
             * @description From then on it is told no more, and the next sweep deletes it. RFC 3339 with its time zone, in the years 1000 to 3000; leave it out where there is none.
             */
            expires_at?: string;
            /** @description Id of the item that this one contradicts; one that is gone already is no error. */
            replaces?: string;
        };
        WorkingItemView: {
            /** @description The working item's id. */
            item_id: string;
            /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
            agent_id: string | null;
            /** @description Its words. */
            content: string;
            /** @description Whom or what it is about; `user` is the user. */
            subject: string;
            /** @description What it tells about. */
            category: components["schemas"]["MemoryCategory"];
            /** @description 0 to 1: how long it lasts without being used. */
            importance: number;
            /** @description Importance as it has faded; the least salient gives way. */
            salience: number;
            /** @description How long it is meant to last; `permanent` never fades. */
            durability: components["schemas"]["MemoryDurability"];
            /** @description Whether it may be relied on, from most to least: trusted, caution, untrusted, quarantined. */
            trust: components["schemas"]["TrustLevel"];
            /** @description It fades, and gives way to none. */
            pinned: boolean;
            /** @description In which it was added or last refreshed. */
            turn: number;
            /** @description Ids of the events that it was taken from. */
            event_ids: string[];
            /** @description The observation that it comes from. */
            observation_id: string | null;
            /**
             * Format: date-time
             * @description From then on it is told no more, and the next sweep deletes it. RFC 3339 with its time zone, in the years 1000 to 3000; leave it out where there is none.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was added.
             */
            added_at: string;
        };
        /** @description The working items by salience, highest first, and the clock that they fade by. */
        WorkingView: {
            /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
            session_id: string;
            /** @description The session's turn, by which working items fade. */
            turn: number;
            /** @description How many items an agent holds in focus. */
            capacity: number;
            /** @description How many of them may be pinned. */
            pinned_slots: number;
            /** @description Its working items by salience, highest first. */
            items: components["schemas"]["WorkingItemView"][];
            /** @description By this request: what had to give way, or what an added item replaced. */
            evicted: components["schemas"]["WorkingItemView"][];
            /** @description The items as a bullet list. */
            formatted: string;
        };
    };
    responses: never;
    parameters: {
        /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
        AgentId: components["schemas"]["AgentId"];
        /** @description Only rows of this branch. */
        Branch: string;
        /** @description What it tells about. */
        Category: components["schemas"]["MemoryCategory"];
        /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
        Container: components["schemas"]["ContainerName"];
        /** @description The container's name. */
        ContainerInPath: string;
        /** @description From this time on. */
        CreatedAfter: string;
        /** @description Before this time. */
        CreatedBefore: string;
        /** @description `next_cursor` of the page before; only for the same request. */
        Cursor: string;
        /** @description The event's id, yours or ours. */
        EventIdInPath: string;
        /** @description A filter as a recall takes it, as JSON: `{"field": "metadata.device", "op": "eq", "value": "ios"}`. */
        Filter: string;
        /** @description Any text of yours: the same one with the same body gives the same answer again for 7 days, with another body 409. */
        IdempotencyKey: string;
        /** @description The import's id. */
        ImportIdInPath: string;
        /** @description The working item's id. */
        ItemIdInPath: string;
        /** @description Labels with dots between, from the outermost in, like `users.ann.notes`: 1 to 10. */
        ItemNamespaceInPath: string;
        /** @description The key's id. */
        KeyIdInPath: string;
        /** @description What it goes by in its namespace. */
        KeyInPath: string;
        /** @description What it is. */
        Kind: components["schemas"]["MemoryKind"];
        /** @description How many a page holds at most. */
        Limit: number;
        /** @description The memory's id. */
        MemoryIdInPath: string;
        /** @description Id of the change of models. */
        MigrationIdInPath: string;
        /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
        Namespace: components["schemas"]["NamespaceName"];
        /** @description The change set's number. */
        NumberInPath: number;
        /** @description The recall's id. */
        RecallIdInPath: string;
        /** @description The run's id. */
        RunIdInPath: string;
        /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
        SessionId: components["schemas"]["SessionId"];
        /** @description The conversation's id. */
        SessionIdInPath: string;
        /** @description Whether it is at hand: active, deprioritized (told at half its score), archived, deleted. */
        Status: components["schemas"]["MemoryStatus"];
        /** @description Whom or what it is about; `user` is the user. */
        Subject: string;
        /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
        Tenant: string;
        /** @description The customer that the key belongs to: small letters, digits and hyphens, at most 63. Only the operator's key has to name one. */
        Tenant2: string;
        /** @description Words that all stand in it, in any form (`move` finds `moved`). */
        Text: string;
        /** @description Name of its topic. */
        Topic: string;
        /** @description Whether it may be relied on, from most to least: trusted, caution, untrusted, quarantined. */
        Trust: components["schemas"]["TrustLevel"];
        /** @description What sort of knowledge it is; follows from the category unless given. */
        Type: components["schemas"]["MemoryType"];
        /** @description From this time on. */
        UpdatedAfter: string;
        /** @description Before this time. */
        UpdatedBefore: string;
        /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
        UserId: components["schemas"]["UserId"];
        /** @description Whether it is true: active, deprecated (superseded), invalid (retracted), review (contested). */
        Validity: components["schemas"]["MemoryValidity"];
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    retain: {
        parameters: {
            query?: {
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: {
                /** @description Any text of yours: the same one with the same body gives the same answer again for 7 days, with another body 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetainRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetainAnswer"];
                };
            };
        };
    };
    getBatch: {
        parameters: {
            query?: {
                /** @description Seconds to wait for it to be processed before answering. */
                wait_s?: number;
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The batch's id, as `retain` and `capture` answer it. */
                batch_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchAnswer"];
                };
            };
        };
    };
    recall: {
        parameters: {
            query?: {
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecallRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecallAnswer"];
                };
            };
        };
    };
    getRecall: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The recall's id. */
                recall_id: components["parameters"]["RecallIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecallRecord"];
                };
            };
        };
    };
    whyNot: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The recall's id. */
                recall_id: components["parameters"]["RecallIdInPath"];
                /** @description The memory's id. */
                memory_id: components["parameters"]["MemoryIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WhyNot"];
                };
            };
        };
    };
    reflect: {
        parameters: {
            query?: {
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReflectRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReflectAnswer"];
                };
            };
        };
    };
    listMemories: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description What it is. */
                kind?: components["parameters"]["Kind"];
                /** @description What sort of knowledge it is; follows from the category unless given. */
                type?: components["parameters"]["Type"];
                /** @description Whom or what it is about; `user` is the user. */
                subject?: components["parameters"]["Subject"];
                /** @description What it tells about. */
                category?: components["parameters"]["Category"];
                /** @description Name of its topic. */
                topic?: components["parameters"]["Topic"];
                /** @description Whether it is true: active, deprecated (superseded), invalid (retracted), review (contested). */
                validity?: components["parameters"]["Validity"];
                /** @description Whether it is at hand: active, deprioritized (told at half its score), archived, deleted. */
                status?: components["parameters"]["Status"];
                /** @description Whether it may be relied on, from most to least: trusted, caution, untrusted, quarantined. */
                trust?: components["parameters"]["Trust"];
                /** @description Words that all stand in it, in any form (`move` finds `moved`). */
                text?: components["parameters"]["Text"];
                /** @description A filter as a recall takes it, as JSON: `{"field": "metadata.device", "op": "eq", "value": "ios"}`. */
                filter?: components["parameters"]["Filter"];
                /** @description From this time on. */
                created_after?: components["parameters"]["CreatedAfter"];
                /** @description Before this time. */
                created_before?: components["parameters"]["CreatedBefore"];
                /** @description From this time on. */
                updated_after?: components["parameters"]["UpdatedAfter"];
                /** @description Before this time. */
                updated_before?: components["parameters"]["UpdatedBefore"];
                /** @description How many a page holds at most. */
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before; only for the same request. */
                cursor?: components["parameters"]["Cursor"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryList"];
                };
            };
        };
    };
    addMemory: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description Seconds to wait for the index to show it before answering. */
                wait_s?: number;
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: {
                /** @description Any text of yours: the same one with the same body gives the same answer again for 7 days, with another body 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerbatimRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryView"];
                };
            };
        };
    };
    deleteMemories: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description What it is. */
                kind?: components["parameters"]["Kind"];
                /** @description What sort of knowledge it is; follows from the category unless given. */
                type?: components["parameters"]["Type"];
                /** @description Whom or what it is about; `user` is the user. */
                subject?: components["parameters"]["Subject"];
                /** @description What it tells about. */
                category?: components["parameters"]["Category"];
                /** @description Name of its topic. */
                topic?: components["parameters"]["Topic"];
                /** @description Whether it is true: active, deprecated (superseded), invalid (retracted), review (contested). */
                validity?: components["parameters"]["Validity"];
                /** @description Whether it is at hand: active, deprioritized (told at half its score), archived, deleted. */
                status?: components["parameters"]["Status"];
                /** @description Whether it may be relied on, from most to least: trusted, caution, untrusted, quarantined. */
                trust?: components["parameters"]["Trust"];
                /** @description Words that all stand in it, in any form (`move` finds `moved`). */
                text?: components["parameters"]["Text"];
                /** @description A filter as a recall takes it, as JSON: `{"field": "metadata.device", "op": "eq", "value": "ios"}`. */
                filter?: components["parameters"]["Filter"];
                /** @description From this time on. */
                created_after?: components["parameters"]["CreatedAfter"];
                /** @description Before this time. */
                created_before?: components["parameters"]["CreatedBefore"];
                /** @description From this time on. */
                updated_after?: components["parameters"]["UpdatedAfter"];
                /** @description Before this time. */
                updated_before?: components["parameters"]["UpdatedBefore"];
                /** @description Answer what would be deleted, and change nothing. */
                preview?: boolean;
                /** @description For good with the next sweep, within the hour, instead of after the days in which a deleted memory can be restored. */
                purge?: boolean;
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What would be changed: a preview */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpkeepAnswer"];
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpkeepAnswer"];
                };
            };
        };
    };
    getMemory: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The memory's id. */
                memory_id: components["parameters"]["MemoryIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryView"];
                };
            };
        };
    };
    deleteMemory: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description At once and for good, instead of after the days in which a deleted memory can be restored. */
                purge?: boolean;
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The memory's id. */
                memory_id: components["parameters"]["MemoryIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateMemory: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The memory's id. */
                memory_id: components["parameters"]["MemoryIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CorrectionRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryView"];
                };
            };
        };
    };
    getMemoryHistory: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description How many a page holds at most. */
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before; only for the same request. */
                cursor?: components["parameters"]["Cursor"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The memory's id. */
                memory_id: components["parameters"]["MemoryIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryAnswer"];
                };
            };
        };
    };
    getMemoryCase: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description How many a page holds at most. */
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before; only for the same request. */
                cursor?: components["parameters"]["Cursor"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The memory's id. */
                memory_id: components["parameters"]["MemoryIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaseAnswer"];
                };
            };
        };
    };
    getMemoryRelations: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description How many a page holds at most. */
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before; only for the same request. */
                cursor?: components["parameters"]["Cursor"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The memory's id. */
                memory_id: components["parameters"]["MemoryIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RelationsAnswer"];
                };
            };
        };
    };
    getMemoryDecay: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description Suppose this time. */
                now?: string;
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The memory's id. */
                memory_id: components["parameters"]["MemoryIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecayAnswer"];
                };
            };
        };
    };
    pinMemory: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The memory's id. */
                memory_id: components["parameters"]["MemoryIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ActRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryView"];
                };
            };
        };
    };
    unpinMemory: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The memory's id. */
                memory_id: components["parameters"]["MemoryIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ActRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryView"];
                };
            };
        };
    };
    protectMemory: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The memory's id. */
                memory_id: components["parameters"]["MemoryIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ActRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryView"];
                };
            };
        };
    };
    unprotectMemory: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The memory's id. */
                memory_id: components["parameters"]["MemoryIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ActRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryView"];
                };
            };
        };
    };
    holdMemory: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The memory's id. */
                memory_id: components["parameters"]["MemoryIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ActRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryView"];
                };
            };
        };
    };
    releaseMemory: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The memory's id. */
                memory_id: components["parameters"]["MemoryIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ActRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryView"];
                };
            };
        };
    };
    archiveMemory: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The memory's id. */
                memory_id: components["parameters"]["MemoryIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ActRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryView"];
                };
            };
        };
    };
    restoreMemory: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The memory's id. */
                memory_id: components["parameters"]["MemoryIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ActRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryView"];
                };
            };
        };
    };
    approveMemory: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The memory's id. */
                memory_id: components["parameters"]["MemoryIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ActRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryView"];
                };
            };
        };
    };
    rejectMemory: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The memory's id. */
                memory_id: components["parameters"]["MemoryIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ActRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryView"];
                };
            };
        };
    };
    promoteMemory: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The memory's id. */
                memory_id: components["parameters"]["MemoryIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromoteRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryView"];
                };
            };
        };
    };
    handOffMemory: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The memory's id. */
                memory_id: components["parameters"]["MemoryIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HandoffRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryView"];
                };
            };
        };
    };
    mergeMemories: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The memory's id. */
                memory_id: components["parameters"]["MemoryIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MergeRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryView"];
                };
            };
        };
    };
    giveFeedback: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The memory's id. */
                memory_id: components["parameters"]["MemoryIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeedbackRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryView"];
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The event's id, yours or ours. */
                event_id: components["parameters"]["EventIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventView"];
                };
            };
        };
    };
    deleteEvent: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The event's id, yours or ours. */
                event_id: components["parameters"]["EventIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done behind the answer. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listTopics: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description How many a page holds at most. */
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before; only for the same request. */
                cursor?: components["parameters"]["Cursor"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopicList"];
                };
            };
        };
    };
    getProfile: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description Whose profile alone: `user`, or one of those that the scope tells about. Without it, or with `*`, everybody's: an agent's role and a container's own facts are seldom about a user. */
                subject?: string;
                /** @description What it tells about. */
                category?: string;
                /** @description The profile's part, like `Skills`. */
                tag?: string;
                /** @description What has the value, like `language`. */
                feature?: string;
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileAnswer"];
                };
            };
        };
    };
    getSettings: {
        parameters: {
            query?: {
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The container's name. */
                container: components["parameters"]["ContainerInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsAnswer"];
                };
            };
        };
    };
    replaceSettings: {
        parameters: {
            query?: {
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The container's name. */
                container: components["parameters"]["ContainerInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettingsRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsAnswer"];
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description How many a page holds at most. */
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before; only for the same request. */
                cursor?: components["parameters"]["Cursor"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description How many a page holds at most. */
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before; only for the same request. */
                cursor?: components["parameters"]["Cursor"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
        };
    };
    listSessionEvents: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description How many a page holds at most. */
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before; only for the same request. */
                cursor?: components["parameters"]["Cursor"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The conversation's id. */
                session_id: components["parameters"]["SessionIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The conversation's id. */
                session_id: components["parameters"]["SessionIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionView"];
                };
            };
        };
    };
    getSessionContext: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The conversation's id. */
                session_id: components["parameters"]["SessionIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionContext"];
                };
            };
        };
    };
    handOffSession: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The conversation's id. */
                session_id: components["parameters"]["SessionIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionHandoffRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandoffAnswer"];
                };
            };
        };
    };
    listWorkingItems: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The conversation's id. */
                session_id: components["parameters"]["SessionIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkingView"];
                };
            };
        };
    };
    addWorkingItem: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The conversation's id. */
                session_id: components["parameters"]["SessionIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkingItemRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkingView"];
                };
            };
        };
    };
    evictWorkingItem: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The conversation's id. */
                session_id: components["parameters"]["SessionIdInPath"];
                /** @description The working item's id. */
                item_id: components["parameters"]["ItemIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    advanceTurn: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The conversation's id. */
                session_id: components["parameters"]["SessionIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AdvanceRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkingView"];
                };
            };
        };
    };
    pinWorkingItem: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The conversation's id. */
                session_id: components["parameters"]["SessionIdInPath"];
                /** @description The working item's id. */
                item_id: components["parameters"]["ItemIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ActRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkingView"];
                };
            };
        };
    };
    unpinWorkingItem: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The conversation's id. */
                session_id: components["parameters"]["SessionIdInPath"];
                /** @description The working item's id. */
                item_id: components["parameters"]["ItemIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ActRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkingView"];
                };
            };
        };
    };
    refreshWorkingItem: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The conversation's id. */
                session_id: components["parameters"]["SessionIdInPath"];
                /** @description The working item's id. */
                item_id: components["parameters"]["ItemIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ActRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkingView"];
                };
            };
        };
    };
    listStateRows: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description Only rows of this branch. */
                branch?: components["parameters"]["Branch"];
                /** @description False leaves `data` out, which is null then. */
                include_data?: boolean;
                /** @description How many a page holds at most. */
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before; only for the same request. */
                cursor?: components["parameters"]["Cursor"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The conversation's id. */
                session_id: components["parameters"]["SessionIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StateList"];
                };
            };
        };
    };
    appendStateRows: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The conversation's id. */
                session_id: components["parameters"]["SessionIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StateRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StateAppended"];
                };
            };
        };
    };
    clearState: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description Only rows of this branch. */
                branch?: components["parameters"]["Branch"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The conversation's id. */
                session_id: components["parameters"]["SessionIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteStateRow: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The conversation's id. */
                session_id: components["parameters"]["SessionIdInPath"];
                /** @description The row's id. */
                row_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getItem: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description Let its time to live begin anew, where the key may write; reading with one that may not changes nothing. */
                refresh_ttl?: boolean;
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description Labels with dots between, from the outermost in, like `users.ann.notes`: 1 to 10. */
                item_namespace: components["parameters"]["ItemNamespaceInPath"];
                /** @description What it goes by in its namespace. */
                key: components["parameters"]["KeyInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemView"];
                };
            };
        };
    };
    putItem: {
        parameters: {
            query?: {
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description Labels with dots between, from the outermost in, like `users.ann.notes`: 1 to 10. */
                item_namespace: components["parameters"]["ItemNamespaceInPath"];
                /** @description What it goes by in its namespace. */
                key: components["parameters"]["KeyInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ItemRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemView"];
                };
            };
        };
    };
    deleteItem: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description Labels with dots between, from the outermost in, like `users.ann.notes`: 1 to 10. */
                item_namespace: components["parameters"]["ItemNamespaceInPath"];
                /** @description What it goes by in its namespace. */
                key: components["parameters"]["KeyInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    batchItems: {
        parameters: {
            query?: {
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ItemBatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemsGot"];
                };
            };
        };
    };
    searchItems: {
        parameters: {
            query?: {
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ItemSearch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemsFound"];
                };
            };
        };
    };
    listItemNamespaces: {
        parameters: {
            query?: {
                /** @description A part of the tenant that shares nothing with others, like an application; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                container?: components["parameters"]["Container"];
                /** @description A part of the container whose memories are told apart; `default` unless given. 1 to 256 characters, at most 512 when percent-encoded. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The user that it is about; none where it is the container's own. 1 to 256 characters, at most 512 when percent-encoded. */
                user_id?: components["parameters"]["UserId"];
                /** @description The agent that acts, or whose it is. 1 to 256 characters, at most 512 when percent-encoded. */
                agent_id?: components["parameters"]["AgentId"];
                /** @description The conversation that it belongs to. 1 to 256 characters, at most 512 when percent-encoded. */
                session_id?: components["parameters"]["SessionId"];
                /** @description Labels with dots between; `*` stands for any one. */
                prefix?: string;
                /** @description As `prefix`, from the end. */
                suffix?: string;
                /** @description Cut namespaces to this many labels. */
                max_depth?: number;
                /** @description How many a page holds at most. */
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before; only for the same request. */
                cursor?: components["parameters"]["Cursor"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NamespaceList"];
                };
            };
        };
    };
    capture: {
        parameters: {
            query?: {
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CaptureRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureAnswer"];
                };
            };
        };
    };
    eraseUser: {
        parameters: {
            query?: {
                /** @description This one alone; without it every container that the user has records in. */
                container?: string;
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The user's id. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureStarted"];
                };
            };
        };
    };
    getReceipt: {
        parameters: {
            query?: {
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The erasure's id, as `eraseUser` answers it. */
                receipt_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiptView"];
                };
            };
        };
    };
    startExport: {
        parameters: {
            query?: {
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ExportRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportStarted"];
                };
            };
        };
    };
    getExport: {
        parameters: {
            query?: {
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The export's id. */
                export_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportView"];
                };
            };
        };
    };
    createImport: {
        parameters: {
            query?: {
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ImportRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportStarted"];
                };
            };
        };
    };
    startImport: {
        parameters: {
            query?: {
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The import's id. */
                import_id: components["parameters"]["ImportIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportView"];
                };
            };
        };
    };
    getImport: {
        parameters: {
            query?: {
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The import's id. */
                import_id: components["parameters"]["ImportIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportView"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description The customer that the key belongs to: small letters, digits and hyphens, at most 63. Only the operator's key has to name one. */
                tenant?: components["parameters"]["Tenant2"];
                /** @description Without it a page has 1,000. */
                limit?: number;
                /** @description `next_cursor` of the page before; only for the same request. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyList"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewKey"];
                };
            };
        };
    };
    getOwnKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnKey"];
                };
            };
        };
    };
    rotateKey: {
        parameters: {
            query?: {
                /** @description The customer that the key belongs to: small letters, digits and hyphens, at most 63. Only the operator's key has to name one. */
                tenant?: components["parameters"]["Tenant2"];
            };
            header?: never;
            path: {
                /** @description The key's id. */
                key_id: components["parameters"]["KeyIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotationRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewKey"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: {
                /** @description The customer that the key belongs to: small letters, digits and hyphens, at most 63. Only the operator's key has to name one. */
                tenant?: components["parameters"]["Tenant2"];
            };
            header?: never;
            path: {
                /** @description The key's id. */
                key_id: components["parameters"]["KeyIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    runSweep: {
        parameters: {
            query?: {
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SweepRequest"];
            };
        };
        responses: {
            /** @description What would be changed: a preview */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SweepAnswer"];
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SweepAnswer"];
                };
            };
        };
    };
    getSweep: {
        parameters: {
            query?: {
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The run's id. */
                run_id: components["parameters"]["RunIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SweepAnswer"];
                };
            };
        };
    };
    runConsolidation: {
        parameters: {
            query?: {
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpkeepRequest"];
            };
        };
        responses: {
            /** @description What would be changed: a preview */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpkeepAnswer"];
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpkeepAnswer"];
                };
            };
        };
    };
    getConsolidation: {
        parameters: {
            query?: {
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The run's id. */
                run_id: components["parameters"]["RunIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpkeepAnswer"];
                };
            };
        };
    };
    runPrune: {
        parameters: {
            query?: {
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpkeepRequest"];
            };
        };
        responses: {
            /** @description What would be changed: a preview */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpkeepAnswer"];
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpkeepAnswer"];
                };
            };
        };
    };
    getPrune: {
        parameters: {
            query?: {
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The run's id. */
                run_id: components["parameters"]["RunIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpkeepAnswer"];
                };
            };
        };
    };
    quarantineEvents: {
        parameters: {
            query?: {
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuarantineRequest"];
            };
        };
        responses: {
            /** @description What would be changed: a preview */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpkeepAnswer"];
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpkeepAnswer"];
                };
            };
        };
    };
    getQuarantine: {
        parameters: {
            query?: {
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The run's id. */
                run_id: components["parameters"]["RunIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpkeepAnswer"];
                };
            };
        };
    };
    releaseQuarantine: {
        parameters: {
            query?: {
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The run's id. */
                run_id: components["parameters"]["RunIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpkeepAnswer"];
                };
            };
        };
    };
    listChangeSets: {
        parameters: {
            query?: {
                /** @description How many a page holds at most. */
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before; only for the same request. */
                cursor?: components["parameters"]["Cursor"];
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeSetList"];
                };
            };
        };
    };
    getChangeSet: {
        parameters: {
            query?: {
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The change set's number. */
                number: components["parameters"]["NumberInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeSetDetail"];
                };
            };
        };
    };
    undoChangeSet: {
        parameters: {
            query?: {
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path: {
                /** @description The change set's number. */
                number: components["parameters"]["NumberInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UndoAnswer"];
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: {
                /** @description The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none. */
                tenant?: components["parameters"]["Tenant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageAnswer"];
                };
            };
        };
    };
    listDeadLetters: {
        parameters: {
            query?: {
                /** @description For the operator: one tenant's; else all are listed. */
                tenant?: string;
                /** @description How many a page holds at most. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeadLetterList"];
                };
            };
        };
    };
    redriveDeadLetter: {
        parameters: {
            query?: {
                /** @description Whose it is, where the operator redrives it. */
                tenant?: string;
            };
            header?: never;
            path: {
                /** @description The dead letter's id. */
                dead_letter_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeadLetterView"];
                };
            };
        };
    };
    getIndex: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IndexAnswer"];
                };
            };
        };
    };
    rebuildIndex: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RebuildAnswer"];
                };
            };
        };
    };
    startMigration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MigrationRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MigrationView"];
                };
            };
        };
    };
    getMigration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the change of models. */
                migration_id: components["parameters"]["MigrationIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MigrationView"];
                };
            };
        };
    };
    compareMigration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the change of models. */
                migration_id: components["parameters"]["MigrationIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CompareRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompareAnswer"];
                };
            };
        };
    };
    switchMigration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the change of models. */
                migration_id: components["parameters"]["MigrationIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MigrationView"];
                };
            };
        };
    };
    rollBackMigration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the change of models. */
                migration_id: components["parameters"]["MigrationIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MigrationView"];
                };
            };
        };
    };
    finishMigration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the change of models. */
                migration_id: components["parameters"]["MigrationIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MigrationView"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthAnswer"];
                };
            };
        };
    };
    getDescription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
}
export type AbsenceCause = components["schemas"]["AbsenceCause"];
export type AcceptedEvent = components["schemas"]["AcceptedEvent"];
export type AccessControl = components["schemas"]["AccessControl"];
export type AccessControlInput = components["schemas"]["AccessControlInput"];
export type ActRequest = components["schemas"]["ActRequest"];
export type AdvanceRequest = components["schemas"]["AdvanceRequest"];
export type AgentId = components["schemas"]["AgentId"];
export type ApprovalState = components["schemas"]["ApprovalState"];
export type BackupCopy = components["schemas"]["BackupCopy"];
export type BatchAnswer = components["schemas"]["BatchAnswer"];
export type BatchStatus = components["schemas"]["BatchStatus"];
export type CandidateInput = components["schemas"]["CandidateInput"];
export type CaptureAnswer = components["schemas"]["CaptureAnswer"];
export type CaptureRequest = components["schemas"]["CaptureRequest"];
export type CapturedObservation = components["schemas"]["CapturedObservation"];
export type CaseAnswer = components["schemas"]["CaseAnswer"];
export type CaseObservation = components["schemas"]["CaseObservation"];
export type ChangeKind = components["schemas"]["ChangeKind"];
export type ChangeLine = components["schemas"]["ChangeLine"];
export type ChangeSetDetail = components["schemas"]["ChangeSetDetail"];
export type ChangeSetList = components["schemas"]["ChangeSetList"];
export type ChangeSetView = components["schemas"]["ChangeSetView"];
export type ChangeState = components["schemas"]["ChangeState"];
export type CompareAnswer = components["schemas"]["CompareAnswer"];
export type CompareRequest = components["schemas"]["CompareRequest"];
export type ContainerName = components["schemas"]["ContainerName"];
export type ContainerPolicy = components["schemas"]["ContainerPolicy"];
export type ContainerSetting = components["schemas"]["ContainerSetting"];
export type ContextLine = components["schemas"]["ContextLine"];
export type CorrectionRequest = components["schemas"]["CorrectionRequest"];
export type DeadLetterList = components["schemas"]["DeadLetterList"];
export type DeadLetterView = components["schemas"]["DeadLetterView"];
export type DecayAnswer = components["schemas"]["DecayAnswer"];
export type DecayPoint = components["schemas"]["DecayPoint"];
export type DecayStep = components["schemas"]["DecayStep"];
export type DegradedPart = components["schemas"]["DegradedPart"];
export type DependencyHealth = components["schemas"]["DependencyHealth"];
export type DroppedEvent = components["schemas"]["DroppedEvent"];
export type EmbeddingModel = components["schemas"]["EmbeddingModel"];
export type ErasureResult = components["schemas"]["ErasureResult"];
export type ErasureStarted = components["schemas"]["ErasureStarted"];
export type ErasureStatus = components["schemas"]["ErasureStatus"];
export type EventInput = components["schemas"]["EventInput"];
export type EventList = components["schemas"]["EventList"];
export type EventProgress = components["schemas"]["EventProgress"];
export type EventVerdict = components["schemas"]["EventVerdict"];
export type EventView = components["schemas"]["EventView"];
export type ExchangeInput = components["schemas"]["ExchangeInput"];
export type ExportRequest = components["schemas"]["ExportRequest"];
export type ExportStarted = components["schemas"]["ExportStarted"];
export type ExportView = components["schemas"]["ExportView"];
export type FactInput = components["schemas"]["FactInput"];
export type FadingMemory = components["schemas"]["FadingMemory"];
export type FadingStrategy = components["schemas"]["FadingStrategy"];
export type FeedbackRequest = components["schemas"]["FeedbackRequest"];
export type FieldChange = components["schemas"]["FieldChange"];
export type FieldError = components["schemas"]["FieldError"];
export type Filter = components["schemas"]["Filter"];
export type FilterCondition = components["schemas"]["FilterCondition"];
export type FilterField = components["schemas"]["FilterField"];
export type FilterGroup = components["schemas"]["FilterGroup"];
export type FilterOperator = components["schemas"]["FilterOperator"];
export type FoundItem = components["schemas"]["FoundItem"];
export type HandoffAnswer = components["schemas"]["HandoffAnswer"];
export type HandoffRequest = components["schemas"]["HandoffRequest"];
export type HandoffView = components["schemas"]["HandoffView"];
export type HealthAnswer = components["schemas"]["HealthAnswer"];
export type HealthStatus = components["schemas"]["HealthStatus"];
export type HistoryAnswer = components["schemas"]["HistoryAnswer"];
export type ImportRequest = components["schemas"]["ImportRequest"];
export type ImportStarted = components["schemas"]["ImportStarted"];
export type ImportView = components["schemas"]["ImportView"];
export type IndexAnswer = components["schemas"]["IndexAnswer"];
export type ItemBatch = components["schemas"]["ItemBatch"];
export type ItemFilter = components["schemas"]["ItemFilter"];
export type ItemFilterCondition = components["schemas"]["ItemFilterCondition"];
export type ItemFilterField = components["schemas"]["ItemFilterField"];
export type ItemFilterGroup = components["schemas"]["ItemFilterGroup"];
export type ItemPlace = components["schemas"]["ItemPlace"];
export type ItemRequest = components["schemas"]["ItemRequest"];
export type ItemSearch = components["schemas"]["ItemSearch"];
export type ItemToGet = components["schemas"]["ItemToGet"];
export type ItemToPut = components["schemas"]["ItemToPut"];
export type ItemView = components["schemas"]["ItemView"];
export type ItemsFound = components["schemas"]["ItemsFound"];
export type ItemsGot = components["schemas"]["ItemsGot"];
export type KeyList = components["schemas"]["KeyList"];
export type KeyPermission = components["schemas"]["KeyPermission"];
export type KeyRequest = components["schemas"]["KeyRequest"];
export type KeyView = components["schemas"]["KeyView"];
export type LabelledQuery = components["schemas"]["LabelledQuery"];
export type LinkDirection = components["schemas"]["LinkDirection"];
export type McpMessage = components["schemas"]["McpMessage"];
export type McpReply = components["schemas"]["McpReply"];
export type MemoryCategory = components["schemas"]["MemoryCategory"];
export type MemoryDurability = components["schemas"]["MemoryDurability"];
export type MemoryKind = components["schemas"]["MemoryKind"];
export type MemoryList = components["schemas"]["MemoryList"];
export type MemoryRelation = components["schemas"]["MemoryRelation"];
export type MemoryRelationInput = components["schemas"]["MemoryRelationInput"];
export type MemorySensitivity = components["schemas"]["MemorySensitivity"];
export type MemorySource = components["schemas"]["MemorySource"];
export type MemoryStatus = components["schemas"]["MemoryStatus"];
export type MemoryTier = components["schemas"]["MemoryTier"];
export type MemoryType = components["schemas"]["MemoryType"];
export type MemoryValidity = components["schemas"]["MemoryValidity"];
export type MemoryView = components["schemas"]["MemoryView"];
export type MemoryVisibility = components["schemas"]["MemoryVisibility"];
export type MergeRequest = components["schemas"]["MergeRequest"];
export type MigrationRequest = components["schemas"]["MigrationRequest"];
export type MigrationState = components["schemas"]["MigrationState"];
export type MigrationView = components["schemas"]["MigrationView"];
export type ModelSide = components["schemas"]["ModelSide"];
export type NamespaceList = components["schemas"]["NamespaceList"];
export type NamespaceName = components["schemas"]["NamespaceName"];
export type NewKey = components["schemas"]["NewKey"];
export type OwnKey = components["schemas"]["OwnKey"];
export type PlannedChange = components["schemas"]["PlannedChange"];
export type Problem = components["schemas"]["Problem"];
export type ProcessingStatus = components["schemas"]["ProcessingStatus"];
export type ProfileAnswer = components["schemas"]["ProfileAnswer"];
export type ProfileFeature = components["schemas"]["ProfileFeature"];
export type ProfileSlot = components["schemas"]["ProfileSlot"];
export type ProfileSlotInput = components["schemas"]["ProfileSlotInput"];
export type ProfileValue = components["schemas"]["ProfileValue"];
export type PromoteRequest = components["schemas"]["PromoteRequest"];
export type QuarantineRequest = components["schemas"]["QuarantineRequest"];
export type QueryComparison = components["schemas"]["QueryComparison"];
export type QueueName = components["schemas"]["QueueName"];
export type Rate = components["schemas"]["Rate"];
export type RateKind = components["schemas"]["RateKind"];
export type RebuildAnswer = components["schemas"]["RebuildAnswer"];
export type RecallAnswer = components["schemas"]["RecallAnswer"];
export type RecallDiagnostics = components["schemas"]["RecallDiagnostics"];
export type RecallInclusion = components["schemas"]["RecallInclusion"];
export type RecallItem = components["schemas"]["RecallItem"];
export type RecallRecord = components["schemas"]["RecallRecord"];
export type RecallRequest = components["schemas"]["RecallRequest"];
export type ReceiptView = components["schemas"]["ReceiptView"];
export type ReflectAnswer = components["schemas"]["ReflectAnswer"];
export type ReflectRequest = components["schemas"]["ReflectRequest"];
export type ReflectSentence = components["schemas"]["ReflectSentence"];
export type RefusedLine = components["schemas"]["RefusedLine"];
export type RelationView = components["schemas"]["RelationView"];
export type RelationsAnswer = components["schemas"]["RelationsAnswer"];
export type Reranking = components["schemas"]["Reranking"];
export type RetainAnswer = components["schemas"]["RetainAnswer"];
export type RetainRequest = components["schemas"]["RetainRequest"];
export type RotationRequest = components["schemas"]["RotationRequest"];
export type SessionContext = components["schemas"]["SessionContext"];
export type SessionCounters = components["schemas"]["SessionCounters"];
export type SessionHandoffRequest = components["schemas"]["SessionHandoffRequest"];
export type SessionId = components["schemas"]["SessionId"];
export type SessionList = components["schemas"]["SessionList"];
export type SessionSummary = components["schemas"]["SessionSummary"];
export type SessionView = components["schemas"]["SessionView"];
export type SettingsAnswer = components["schemas"]["SettingsAnswer"];
export type SettingsRequest = components["schemas"]["SettingsRequest"];
export type SpeakerRole = components["schemas"]["SpeakerRole"];
export type Stance = components["schemas"]["Stance"];
export type StateAppended = components["schemas"]["StateAppended"];
export type StateInput = components["schemas"]["StateInput"];
export type StateList = components["schemas"]["StateList"];
export type StateRequest = components["schemas"]["StateRequest"];
export type StateView = components["schemas"]["StateView"];
export type SuppressedMemory = components["schemas"]["SuppressedMemory"];
export type SweepAnswer = components["schemas"]["SweepAnswer"];
export type SweepRequest = components["schemas"]["SweepRequest"];
export type SweepScope = components["schemas"]["SweepScope"];
export type SystemMessage = components["schemas"]["SystemMessage"];
export type TierScope = components["schemas"]["TierScope"];
export type TopicList = components["schemas"]["TopicList"];
export type TopicView = components["schemas"]["TopicView"];
export type TransferStatus = components["schemas"]["TransferStatus"];
export type TrustLevel = components["schemas"]["TrustLevel"];
export type TurnView = components["schemas"]["TurnView"];
export type UndoAnswer = components["schemas"]["UndoAnswer"];
export type UpkeepAnswer = components["schemas"]["UpkeepAnswer"];
export type UpkeepRequest = components["schemas"]["UpkeepRequest"];
export type UpkeepScope = components["schemas"]["UpkeepScope"];
export type UsageAnswer = components["schemas"]["UsageAnswer"];
export type UserId = components["schemas"]["UserId"];
export type UserList = components["schemas"]["UserList"];
export type UserView = components["schemas"]["UserView"];
export type VerbatimRequest = components["schemas"]["VerbatimRequest"];
export type VersionReason = components["schemas"]["VersionReason"];
export type VersionView = components["schemas"]["VersionView"];
export type WhyNot = components["schemas"]["WhyNot"];
export type WiderVisibility = components["schemas"]["WiderVisibility"];
export type WorkingItemRequest = components["schemas"]["WorkingItemRequest"];
export type WorkingItemView = components["schemas"]["WorkingItemView"];
export type WorkingView = components["schemas"]["WorkingView"];
