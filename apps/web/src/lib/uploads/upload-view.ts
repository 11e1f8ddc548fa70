export interface UploadView {
	readonly phase: 'idle' | 'checking' | 'sending' | 'waiting' | 'paused';
	/** Why it waits or pauses. */
	readonly message: string | null;
	readonly totalCount: number;
	/** At the server, sent now or before. */
	readonly arrivedCount: number;
	/** Of these, what needed no sending. */
	readonly alreadyHereCount: number;
	/** The server has still to say whether it has them. */
	readonly uncheckedCount: number;
	/** Bytes still to send, as far as it is known. */
	readonly openBytes: number;
	readonly bytesPerSecond: number | null;
}

export const emptyUpload: UploadView = {
	phase: 'idle',
	message: null,
	totalCount: 0,
	arrivedCount: 0,
	alreadyHereCount: 0,
	uncheckedCount: 0,
	openBytes: 0,
	bytesPerSecond: null,
};
