import { uploadHashesMax } from '@adx/validators/limits';
import { type UploadApi, UploadError, type UploadKind } from './upload-api.ts';
import { emptyUpload, type UploadView } from './upload-view.ts';

/** As many files are on their way at once, on a line that carries them. */
export const maxParallelUploads = 5;
/** A file that arrives damaged, that the server fails on, or that takes too long by itself is given up after so many tries. */
export const maxAttemptsPerFile = 6;
/** Room on the server's disk, and the like, is asked for again after so long. */
const pauseMs = 30_000;
const rateWindowMs = 8_000;
/** After a pause of this length what was sent before it says nothing about the line. */
const rateGapMs = 1_000;

export interface UploadItem {
	readonly sha256: string;
	readonly sizeBytes: number;
	readonly as: UploadKind;
}

type ItemState = 'unknown' | 'missing' | 'sending' | 'here' | 'sent' | 'refused' | 'lost';

interface TrackedItem extends UploadItem {
	state: ItemState;
	/** It travelled from here, whatever the server says of it later. */
	wasSent: boolean;
	/** The server had it when it was last asked, or took it: it counts as arrived until the server says otherwise. */
	isKnownThere: boolean;
	tries: number;
}

export interface UploadEngineDeps {
	readonly server: UploadApi;
	/** The bytes, or null when they are gone. */
	readonly findBlob: (sha256: string) => Promise<Blob | null>;
	/** Something changed that `view` shows. */
	readonly onChange: () => void;
	readonly onArrived: (sha256: string) => void;
	readonly onRefused: (sha256: string, sentence: string) => void;
	/** The server lacks these, before any of them is sent. */
	readonly onMissing: (hashes: readonly string[]) => void;
}

interface Hold {
	readonly phase: 'waiting' | 'paused';
	readonly message: string;
	readonly timer: ReturnType<typeof setTimeout> | null;
}

const isSettled = (state: ItemState | undefined) =>
	state === undefined || state === 'here' || state === 'sent' || state === 'refused' || state === 'lost';

const toArrived = (wasSent: boolean) => (wasSent ? 'sent' : 'here');

interface Waiter {
	readonly hashes: readonly string[];
	readonly resolve: () => void;
	/** The place of one that was not settled when it was last looked at: an arrival looks through none that were. */
	place: number;
}

/** Sends by content: asks what is missing, sends that, several at once, and waits out what goes wrong. */
export class UploadEngine {
	readonly #deps: UploadEngineDeps;
	readonly #items = new Map<string, TrackedItem>();
	readonly #queue: string[] = [];
	#isAsking = false;
	#sending = 0;
	/** One alone from the first that took too long: more of them would share a line that is too slow for them. */
	#sendsMax = maxParallelUploads;
	#failuresInARow = 0;
	#hold: Hold | null = null;
	/** The first one only says since when the others travelled. */
	#arrivals: { readonly atMs: number; readonly bytes: number }[] = [];
	#waiters: Waiter[] = [];

	constructor(deps: UploadEngineDeps) {
		this.#deps = deps;
	}

	/** Takes care of these from now on; known ones are left alone unless their bytes were lost. */
	add(items: readonly UploadItem[]): void {
		for (const item of items) {
			const known = this.#items.get(item.sha256);
			if (known !== undefined && known.state !== 'lost' && known.as === item.as) continue;
			this.#items.set(item.sha256, { ...item, state: 'unknown', wasSent: false, isKnownThere: false, tries: 0 });
		}
		this.#changed();
		void this.#ask();
	}

	/** Asks the server again whether it still has these. */
	recheck(hashes: readonly string[]): void {
		for (const sha256 of hashes) {
			const item = this.#items.get(sha256);
			if (item?.state === 'here' || item?.state === 'sent') item.state = 'unknown';
		}
		void this.#ask();
	}

	/** These are no longer needed. */
	forget(hashes: Iterable<string>): void {
		for (const sha256 of hashes) this.#items.delete(sha256);
		this.#changed();
	}

	isLost(sha256: string): boolean {
		return this.#items.get(sha256)?.state === 'lost';
	}

	isRefused(sha256: string): boolean {
		return this.#items.get(sha256)?.state === 'refused';
	}

	/** Resolves when each of these has arrived, was refused or is lost. */
	whenSettled(hashes: readonly string[]): Promise<void> {
		return new Promise((resolve) => {
			this.#waiters.push({ hashes, resolve, place: 0 });
			this.#changed();
		});
	}

	/** Goes on at once after a pause or while it waits. */
	resume(): void {
		if (this.#hold?.timer != null) clearTimeout(this.#hold.timer);
		this.#hold = null;
		this.#changed();
		void this.#ask();
		this.#pump();
	}

	view(): UploadView {
		if (this.#items.size === 0) return emptyUpload;
		const counts: Record<ItemState, number> = {
			unknown: 0,
			missing: 0,
			sending: 0,
			here: 0,
			sent: 0,
			refused: 0,
			lost: 0,
		};
		let openBytes = 0;
		let listCount = 0;
		let isIdle = true;
		for (const { as, state, sizeBytes, wasSent, isKnownThere } of this.#items.values()) {
			isIdle &&= isSettled(state);
			const isAskedAgain = state === 'unknown' && isKnownThere;
			// Lists are small, and nothing that anybody picked.
			if (as === 'manifest' || as === 'layers') listCount++;
			else counts[isAskedAgain ? toArrived(wasSent) : state]++;
			if (!isSettled(state) && !isAskedAgain) openBytes += sizeBytes;
		}
		const atWork = counts.missing + counts.sending > 0 ? 'sending' : 'checking';
		return {
			phase: isIdle ? 'idle' : (this.#hold?.phase ?? atWork),
			message: isIdle ? null : (this.#hold?.message ?? null),
			totalCount: this.#items.size - listCount - counts.refused - counts.lost,
			arrivedCount: counts.here + counts.sent,
			alreadyHereCount: counts.here,
			uncheckedCount: counts.unknown,
			openBytes,
			bytesPerSecond: this.#rate(),
		};
	}

	#changed(): void {
		this.#waiters = this.#waiters.filter((waiter) => {
			waiter.place = this.#findOpen(waiter.hashes, waiter.place);
			// What was settled before may have been asked for again.
			if (waiter.place === -1) waiter.place = this.#findOpen(waiter.hashes, 0);
			if (waiter.place === -1) waiter.resolve();
			return waiter.place !== -1;
		});
		this.#deps.onChange();
	}

	/** The first place from here on whose item is not settled; -1 when all are. */
	#findOpen(hashes: readonly string[], from: number): number {
		for (let place = from; place < hashes.length; place++) {
			if (!isSettled(this.#items.get(hashes[place] ?? '')?.state)) return place;
		}
		return -1;
	}

	#rate(): number | null {
		const nowMs = Date.now();
		const isOld = ({ atMs }: { readonly atMs: number }) => nowMs - atMs >= rateWindowMs;
		this.#arrivals.splice(0, this.#arrivals.findLastIndex(isOld));
		const [first, ...others] = this.#arrivals;
		if (first === undefined || others.length === 0 || nowMs - first.atMs < 500) return null;
		const bytes = others.reduce((sum, arrival) => sum + arrival.bytes, 0);
		return (bytes * 1_000) / (nowMs - first.atMs);
	}

	async #ask(): Promise<void> {
		if (this.#isAsking || this.#hold !== null) return;
		const slice: TrackedItem[] = [];
		for (const item of this.#items.values()) {
			if (item.state === 'unknown') slice.push(item);
			if (slice.length === uploadHashesMax) break;
		}
		if (slice.length === 0) return;
		this.#isAsking = true;
		try {
			this.#takeMissing(slice, await this.#deps.server.findMissing(slice));
			this.#failuresInARow = 0;
		} catch (error) {
			this.#holdFor(error);
		} finally {
			this.#isAsking = false;
		}
		this.#changed();
		this.#pump();
		void this.#ask();
	}

	#takeMissing(asked: readonly UploadItem[], missing: readonly string[]): void {
		const lacking = new Set(missing);
		this.#deps.onMissing(missing);
		for (const { sha256 } of asked) {
			const item = this.#items.get(sha256);
			if (item?.state !== 'unknown') continue;
			item.isKnownThere = !lacking.has(sha256);
			if (lacking.has(sha256)) {
				item.state = 'missing';
				this.#queue.push(sha256);
			} else {
				item.state = toArrived(item.wasSent);
				this.#deps.onArrived(sha256);
			}
		}
	}

	#pump(): void {
		while (this.#hold === null && this.#sending < this.#sendsMax) {
			const sha256 = this.#queue.shift();
			if (sha256 === undefined) return;
			const item = this.#items.get(sha256);
			if (item?.state !== 'missing') continue;
			item.state = 'sending';
			const nowMs = Date.now();
			const isAfterGap = nowMs - (this.#arrivals.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY) > rateGapMs;
			if (this.#sending === 0 && isAfterGap) this.#arrivals = [{ atMs: nowMs, bytes: 0 }];
			this.#sending++;
			void this.#send(item).finally(() => {
				this.#sending--;
				this.#changed();
				this.#pump();
			});
		}
	}

	async #send(item: TrackedItem): Promise<void> {
		const { sha256, as, sizeBytes } = item;
		const isAlone = this.#sendsMax === 1;
		const blob = await this.#deps.findBlob(sha256).catch(() => null);
		if (blob === null) {
			item.state = 'lost';
			return;
		}
		try {
			await this.#deps.server.send(sha256, as, blob);
		} catch (error) {
			await this.#takeFailure(item, { blob, isAlone }, error);
			return;
		}
		item.state = 'sent';
		item.wasSent = true;
		item.isKnownThere = true;
		this.#failuresInARow = 0;
		this.#arrivals.push({ atMs: Date.now(), bytes: sizeBytes });
		this.#deps.onArrived(sha256);
	}

	async #takeFailure(
		item: TrackedItem,
		{ blob, isAlone }: { readonly blob: Blob; readonly isAlone: boolean },
		error: unknown,
	): Promise<void> {
		const kind = error instanceof UploadError ? error.kind : 'failing';
		if (kind === 'unreachable' && !(await canRead(blob))) {
			// It was changed or taken away on disk since it was picked.
			item.state = 'lost';
			return;
		}
		if (kind === 'mismatch' || kind === 'failing' || (kind === 'slow' && isAlone)) item.tries++;
		if (kind === 'slow') this.#sendsMax = 1;
		if (kind === 'refused' || item.tries >= maxAttemptsPerFile) {
			item.state = 'refused';
			this.#deps.onRefused(item.sha256, error instanceof Error ? error.message : '');
			return;
		}
		item.state = 'missing';
		this.#queue.push(item.sha256);
		if (kind !== 'mismatch') this.#holdFor(error);
	}

	#holdFor(error: unknown): void {
		if (this.#hold !== null) return;
		const trouble = error instanceof UploadError ? error : new UploadError('failing', 'Something went wrong.');
		// Only the user can do something about these.
		if (trouble.kind === 'no_access' || trouble.kind === 'refused' || trouble.kind === 'quota') {
			this.#hold = { phase: 'paused', message: trouble.message, timer: null };
			return;
		}
		const isFull = trouble.kind === 'storage_full';
		const delayMs = isFull ? pauseMs : (trouble.waitMs ?? Math.min(1_000 * 2 ** this.#failuresInARow, 30_000));
		this.#failuresInARow++;
		const timer = setTimeout(() => this.resume(), delayMs);
		this.#hold = { phase: isFull ? 'paused' : 'waiting', message: trouble.message, timer };
	}
}

async function canRead(blob: Blob): Promise<boolean> {
	try {
		await blob.slice(0, 1).arrayBuffer();
		return true;
	} catch {
		return false;
	}
}
