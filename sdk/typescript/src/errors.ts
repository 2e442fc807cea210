/**
 * Everything that a call may throw, but what an `AbortSignal` of yours says.
 *
 * ```text
 * KeepsakeError
 * ├── NotConfigured        no address or key was given or found
 * ├── Unreachable          no answer came: connection, name, time-out
 * ├── NotDone              it goes on, but not within the time that was given
 * ├── Failed               work in the background ended badly: a batch, an export, an import
 * └── Refused              an answer that is not a success, with its problem details
 *     ├── Unauthenticated  401
 *     ├── Forbidden        403
 *     ├── NotFound         404, also for what another tenant owns
 *     ├── Conflict         409: a lost version, a key reused, a legal hold
 *     ├── TooLarge         413
 *     ├── Invalid          422: `errors` names each wrong field
 *     ├── Throttled        429, after the retries
 *     └── ServerError      5xx
 *         └── Unavailable  502, 503, 504, after the retries
 * ```
 */
export class KeepsakeError extends Error {
  override name = "KeepsakeError";
}

export class NotConfigured extends KeepsakeError {
  override name = "NotConfigured";
}

export class Unreachable extends KeepsakeError {
  override name = "Unreachable";
}

export class NotDone extends KeepsakeError {
  override name = "NotDone";
}

export class Failed extends KeepsakeError {
  override name = "Failed";
}

/** The problem details (RFC 9457) of an answer. */
export class Refused extends KeepsakeError {
  override name = "Refused";
  readonly title: string;
  readonly detail: string;
  /** Each wrong field and what is wrong with it; never the value that was sent. */
  readonly errors: readonly { field: string; message: string }[];
  /** Names the request in the service's logs. */
  readonly requestId: string;

  constructor(
    readonly status: number,
    problem: Record<string, any>,
    requestId = "",
    /** Seconds after which the service would take it, where it says so. */
    readonly retryAfterS?: number,
  ) {
    const title = String(problem["title"] ?? "Refused");
    const detail = String(problem["detail"] ?? problem["message"] ?? "");
    super(`${status} ${title}${detail && `: ${detail}`}`);
    this.title = title;
    this.detail = detail;
    this.errors = problem["errors"] ?? [];
    this.requestId = problem["request_id"] ?? requestId;
  }
}

export class Unauthenticated extends Refused {
  override name = "Unauthenticated";
}

export class Forbidden extends Refused {
  override name = "Forbidden";
}

export class NotFound extends Refused {
  override name = "NotFound";
}

export class Conflict extends Refused {
  override name = "Conflict";
}

export class TooLarge extends Refused {
  override name = "TooLarge";
}

export class Invalid extends Refused {
  override name = "Invalid";
}

export class Throttled extends Refused {
  override name = "Throttled";
}

export class ServerError extends Refused {
  override name = "ServerError";
}

export class Unavailable extends ServerError {
  override name = "Unavailable";
}

const BY_STATUS: Record<number, typeof Refused> = {
  401: Unauthenticated,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  413: TooLarge,
  422: Invalid,
  429: Throttled,
  502: Unavailable,
  503: Unavailable,
  504: Unavailable,
};

/** The class of an answer's status. */
export function ofStatus(status: number): typeof Refused {
  return BY_STATUS[status] ?? (status >= 500 ? ServerError : Refused);
}
