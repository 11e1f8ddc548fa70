import { MergeError } from '@adx/collection/merge/merge-tokens';
import type { MergeSource } from '@adx/collection/merge/read-tokens';
import { allOfKind } from '@adx/collection/preflight/checked-collection';
import { preflightMerge, type UnstartedMerge } from '@adx/collection/preflight/preflight-merge';
import { mergerTexts } from '../merger-texts.ts';
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

	/** All that a finding of this kind is about, a sentence each; none where there is no such finding any more. */
	rows(kind: string): readonly string[] {
		const checked = this.#find();
		if (checked === null) return [];
		const { findings } = preflightMerge(checked, allOfKind(kind));
		return findings.find((finding) => finding.kind === kind)?.examples ?? [];
	}

	#check(): DraftPreflight | null {
		const draft = this.#draft;
		if (draft === null) return null;
		const checked = this.#find();
		if (checked === null) return null;
		try {
			return { ...preflightMerge(checked), draft, imageCount: countImages(checked) };
		} catch (error) {
			if (error instanceof MergeError) return { refused: error.message, draft, imageCount: countImages(checked) };
			// What was picked is foreign, and the worker has more to do than this.
			console.error('The preflight could not be made', error);
			return { refused: mergerTexts.preflightFailed, draft, imageCount: null };
		}
	}

	#find(): UnstartedMerge | null {
		const sources = this.#draft === null ? null : this.#deps.sources();
		return this.#draft === null || sources === null ? null : { ...this.#draft, sources };
	}
}

/** As the page counts the images of its collections. */
function countImages({ sources, options }: UnstartedMerge): number {
	const keepsUnreadable = options.fixes.unreadableFiles === 'keep';
	return sources.flatMap(({ tokens }) => tokens).filter(({ mime }) => mime !== null || keepsUnreadable).length;
}
