import { randomUUID } from 'node:crypto';
import type { AnnouncedChange } from '@adx/db/repositories/platform/changes';

/** So many are kept at least; a stream that was away for longer is told that anything may have changed. */
const recentMax = 10_000;

/** The last changes that this process heard of, for streams that go on after an event. */
export class RecentChanges {
	/** What a stream that heard of no change continues after; another process does not know it. */
	readonly #origin = randomUUID().replaceAll('-', '');
	#changes: AnnouncedChange[] = [];
	#isWhole = true;

	/** What a stream that has heard all of it continues after. */
	get latestId(): string {
		return this.#changes.at(-1)?.transactionId ?? this.#origin;
	}

	add(change: AnnouncedChange): void {
		this.#changes.push(change);
		if (this.#changes.length <= recentMax * 2) return;
		this.#changes = this.#changes.slice(recentMax);
		this.#isWhole = false;
	}

	/** For when changes were missed. */
	forget(): void {
		this.#changes = [];
		this.#isWhole = false;
	}

	/**
	 * What changed for one user since that event, whose own transaction may have changed more than it told; null when that
	 * is not known any more.
	 */
	listSince(eventId: string, userId: string): readonly AnnouncedChange[] | null {
		const place = this.#changes.findIndex(({ transactionId }) => transactionId === eventId);
		if (place === -1 && !(this.#isWhole && eventId === this.#origin)) return null;
		return this.#changes.slice(Math.max(0, place)).filter(({ ownerId }) => ownerId === userId);
	}
}
