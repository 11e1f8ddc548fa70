import { showToast } from '@adx/ui/feedback/toast-store';
import { create } from 'zustand';
import type { ApiClient } from '../../../lib/api/trpc.ts';
import { sessionDraft } from '../../../lib/storage/owner-draft.ts';
import { getMergeTitle } from '../merge-summary.ts';
import { mergerTexts } from '../merger-texts.ts';
import { type InputOrigin, toOriginKey } from '../merger-views.ts';
import { mergerClient } from '../worker/merger-client.ts';
import { addArchive } from './add-archive.ts';
import { fetchArchive } from './fetch-archive.ts';

const texts = mergerTexts.imported;

/** A job's collection or a finished merge that is wanted as an input. */
export interface ImportRequest extends InputOrigin {
	/** Null until it is known. */
	readonly name: string | null;
}

interface ImportProgress {
	readonly percent: number;
	/** Why it did not come. */
	readonly problem: string | null;
}

/** One on its way, and how far it is. */
export interface ShownImport extends ImportRequest, ImportProgress {
	readonly key: string;
}

/** What is still to come, also after a reload of this tab. */
const draft = sessionDraft('adx_merge_imports', (ownerId) => ({
	ownerId,
	requests: [] as readonly ImportRequest[],
}));
const useProgress = create<Readonly<Record<string, ImportProgress>>>(() => ({}));
const notStarted: ImportProgress = { percent: 0, problem: null };

const urls: Readonly<Record<InputOrigin['kind'], (id: string) => string>> = {
	job: (id) => `/api/generate/${id}/zip`,
	merge: (id) => `/api/merge-jobs/${id}/download`,
};

/** Fetches collections from the server one after the other, whichever page is on show. */
class ImportQueue {
	#client: ApiClient | null = null;
	#current: { readonly key: string; readonly abort: AbortController } | null = null;

	/** Goes on with what this owner has requested. */
	open(ownerId: string, client: ApiClient): void {
		this.#client = client;
		if (draft.current().ownerId !== ownerId) {
			this.#stop();
			useProgress.setState({}, true);
		}
		draft.open(ownerId);
		this.#next();
	}

	/** Requests one; one that failed is tried again. */
	add(request: ImportRequest): void {
		const key = toOriginKey(request);
		const others = draft.current().requests.filter((other) => toOriginKey(other) !== key);
		if (this.#current?.key !== key) draft.change({ requests: [...others, request] });
		this.retry(key);
	}

	retry(key: string): void {
		if (this.#current?.key === key) return;
		useProgress.setState({ [key]: notStarted });
		this.#next();
	}

	/** Leaves it where it is. */
	giveUp(key: string): void {
		if (this.#current?.key === key) this.#stop();
		this.#remove(key);
		this.#next();
	}

	/** Forgets everything. */
	clear(): void {
		this.#stop();
		draft.clear();
		useProgress.setState({}, true);
	}

	#stop(): void {
		this.#current?.abort.abort();
		this.#current = null;
	}

	#remove(key: string): void {
		draft.change({ requests: draft.current().requests.filter((request) => toOriginKey(request) !== key) });
		const { [key]: _gone, ...others } = useProgress.getState();
		useProgress.setState(others, true);
	}

	#next(): void {
		const client = this.#client;
		if (this.#current !== null || client === null) return;
		const progress = useProgress.getState();
		const request = draft.current().requests.find((one) => (progress[toOriginKey(one)] ?? notStarted).problem === null);
		if (request === undefined) return;
		const key = toOriginKey(request);
		const abort = new AbortController();
		this.#current = { key, abort };
		void this.#import(request, client, abort.signal)
			.then(() => {
				if (!abort.signal.aborted) this.#remove(key);
			})
			.catch((error: unknown) => {
				if (abort.signal.aborted) return;
				const problem = error instanceof Error ? error.message : String(error);
				useProgress.setState({ [key]: { percent: 0, problem } });
			})
			.finally(() => {
				if (abort.signal.aborted) return;
				this.#current = null;
				this.#next();
			});
	}

	async #import(request: ImportRequest, client: ApiClient, signal: AbortSignal): Promise<void> {
		const key = toOriginKey(request);
		await whenOpen(signal);
		const addedName = await mergerClient.findImported(key);
		signal.throwIfAborted();
		// Who comes by a link of another page, such as to merge a collection by itself, may not know of them.
		const others = request.name === null ? countOthers(key) : 0;
		if (addedName !== null) {
			const description = others === 0 ? addedName : `${addedName}. ${texts.besideOthers(others)}`;
			showToast({ title: texts.alreadyAdded, description });
			return;
		}
		const name = request.name ?? (await findName(request, client, signal));
		const { requests } = draft.current();
		draft.change({ requests: requests.map((one) => (toOriginKey(one) === key ? { ...one, name } : one)) });
		const archive = await fetchArchive(urls[request.kind](request.id), signal, (percent) => {
			if (!signal.aborted) useProgress.setState({ [key]: { percent, problem: null } });
		});
		signal.throwIfAborted();
		useProgress.setState({ [key]: { percent: 100, problem: null } });
		await addArchive(name, archive, key, others === 0 ? null : texts.besideOthers(others));
	}
}

export const importQueue = new ImportQueue();

/** What is on its way, in the order of adding. */
export function useImports(): readonly ShownImport[] {
	const { requests } = draft.use();
	const progress = useProgress();
	return requests.map((request) => {
		const key = toOriginKey(request);
		return { ...request, key, ...(progress[key] ?? notStarted) };
	});
}

/** Until it is known which collections are here; a duplicated tab has the same requests, and waits for the first one. */
function whenOpen(signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		const check = () => {
			if (mergerClient.store.getState().phase !== 'open') return;
			unsubscribe();
			resolve();
		};
		const unsubscribe = mergerClient.store.subscribe(check);
		signal.addEventListener('abort', () => {
			unsubscribe();
			reject(signal.reason);
		});
		check();
	});
}

/** Collections that are here besides the one of that origin. */
const countOthers = (originKey: string) =>
	mergerClient.store.getState().collections.filter(({ origin }) => origin !== originKey).length;

async function findName({ kind, id: jobId }: ImportRequest, client: ApiClient, signal: AbortSignal): Promise<string> {
	if (kind === 'merge') return getMergeTitle(await client.merge.get.query({ jobId }, { signal }));
	const { projectName, number } = await client.generation.get.query({ jobId }, { signal });
	return projectName || texts.unnamed(number);
}
