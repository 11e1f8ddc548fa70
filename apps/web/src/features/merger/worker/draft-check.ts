import { MergeError } from '@adx/collection/merge/merge-tokens';
import type { MergeSource } from '@adx/collection/merge/read-tokens';
import { preflightMerge } from '@adx/collection/preflight/preflight-merge';
import type { CheckedDraft, DraftPreflight } from '../merger-views.ts';

/** It begins when nothing has changed for so long: a check of thousands of tokens is not made for every key. */
const pauseMs = 400;

export interface DraftCheckDeps {
	/** What would be merged; null while it is still being read, or there is none. */
	readonly sources: () => readonly MergeSource[] | null;
	readonly report: (preflight: DraftPreflight | null) => void;
}

/** Checks the merge as it is set, shortly after settings or collections have changed. */
export class DraftCheck {
	readonly #deps: DraftCheckDeps;
	#draft: CheckedDraft | null = null;
	#timer: ReturnType<typeof setTimeout> | null = null;

	constructor(deps: DraftCheckDeps) {
		this.#deps = deps;
	}

	/** Null while something is missing without which nothing can be merged. */
	set(draft: CheckedDraft | null): void {
		this.#draft = draft;
		this.changed();
	}

	changed(): void {
		if (this.#timer !== null) clearTimeout(this.#timer);
		this.#timer = setTimeout(() => {
			this.#timer = null;
			this.#deps.report(this.#check());
		}, pauseMs);
	}

	#check(): DraftPreflight | null {
		const sources = this.#draft === null ? null : this.#deps.sources();
		if (this.#draft === null || sources === null) return null;
		try {
			return preflightMerge({ ...this.#draft, sources });
		} catch (error) {
			if (!(error instanceof MergeError)) throw error;
			return { refused: error.message };
		}
	}
}
