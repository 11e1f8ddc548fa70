/** Who may call: `limited` is public with its own rate limit, `member` wants any session. */
export type Access = 'public' | 'limited' | 'member' | 'developer';

/** The documented HTTP path a procedure also answers on; `{name}` in the path is an input field. */
export interface RestRoute {
	readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	readonly path: `/api/${string}`;
	/** Success status; the documented paths all answer 200. */
	readonly status?: 200;
}

/** What a procedure declares beside its input and output. */
export interface ProcedureMeta {
	readonly access: Access;
	readonly rest?: RestRoute;
	readonly summary?: string;
}
