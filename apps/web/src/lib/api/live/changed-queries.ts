import type { Change, ChangeEvent, ChangeTopic } from '@adx/validators/live';
import type { Query, QueryClient } from '@tanstack/react-query';

/** The procedures that answer with what a topic is about. */
const procedures: Readonly<Record<ChangeTopic, readonly string[]>> = {
	job: ['generation.get', 'generation.list', 'generation.listImages'],
	merge: ['merge.get', 'merge.list', 'merge.collection', 'collections.rarity'],
	attributes: ['attributes.get', 'attributes.list', 'collections.rarity'],
	mint: ['mint.status', 'generation.listImages'],
	sale: ['mint.collections.get', 'mint.collections.items'],
	account: ['auth.check', 'auth.listPremiumPayments'],
};

/** One thing may be asked for several times a second while it changes, a list of all of them is not. */
const gapMs = { one: 200, list: 1_000 } as const;
const busyRetryMs = 100;
/** The change of a session is told before the answer that brings its cookie: who asks in between is nobody. */
const accountDelayMs = 2_000;
/** After an outage all pages are back at the same moment. */
const spreadMs = 2_000;

/** Asks again for what changed. */
export interface ChangedQueries {
	refetch(event: ChangeEvent): void;
	stop(): void;
}

/** While the page is hidden what changed is only marked; it is asked for as the page comes into view. */
export function createChangedQueries(client: QueryClient): ChangedQueries {
	const due = new Map<Query, number>();
	let timer: ReturnType<typeof setTimeout> | undefined;

	function schedule(): void {
		clearTimeout(timer);
		if (due.size === 0) return;
		timer = setTimeout(run, Math.max(0, Math.min(...due.values()) - Date.now()));
	}

	function run(): void {
		for (const [query, atMs] of due) {
			if (atMs > Date.now()) continue;
			// What is on its way may have been read before the change; and what this page sends may be the sign-in itself.
			const isBusy =
				query.state.fetchStatus === 'fetching' ||
				(isAboutAccount(query) && client.isMutating() > 0) ||
				isBeingDeleted(client, query);
			if (isBusy) due.set(query, Date.now() + busyRetryMs);
			else {
				due.delete(query);
				query.invalidate();
				if (query.isActive() && !document.hidden) void client.refetchQueries({ queryKey: query.queryKey, exact: true });
			}
		}
		schedule();
	}

	function showChanges(): void {
		if (document.hidden) return;
		for (const query of client.getQueryCache().findAll({ type: 'active' })) {
			if (query.state.isInvalidated && isLiveQuery(query)) due.set(query, Date.now());
		}
		schedule();
	}
	document.addEventListener('visibilitychange', showChanges);

	return {
		refetch: ({ everything, changes }) => {
			const now = Date.now();
			for (const query of client.getQueryCache().getAll()) {
				const isChanged = everything ? isLiveQuery(query) : changes.some((change) => isAbout(query, change));
				if (!isChanged || due.has(query)) continue;
				due.set(query, everything ? now + Math.random() * spreadMs : Math.max(now, getNextMs(query)));
			}
			schedule();
		},
		stop: () => {
			clearTimeout(timer);
			document.removeEventListener('visibilitychange', showChanges);
		},
	};
}

const getProcedure = ({ queryKey: [path] }: Query): string => (Array.isArray(path) ? path.join('.') : '');

const isAboutAccount = (query: Query): boolean => procedures.account.includes(getProcedure(query));

/** When it may be asked for again. */
function getNextMs(query: Query): number {
	if (isAboutAccount(query)) return Date.now() + accountDelayMs;
	return query.state.dataUpdatedAt + (getProcedure(query).endsWith('get') ? gapMs.one : gapMs.list);
}

const isLiveQuery = (query: Query): boolean =>
	Object.values(procedures).some((names) => names.includes(getProcedure(query)));

/** Images are fetched again as their job advances or one is minted, and otherwise only while another version of one is made. */
const isAbout = (query: Query, { topic, id }: Change): boolean => {
	const name = getProcedure(query);
	if (!procedures[topic].includes(name)) return false;
	// What is listed is not named by the mint or the sale.
	const asked = topic === 'sale' || topic === 'mint' ? undefined : getSubject(query);
	if (asked !== undefined && asked !== id) return false;
	return name !== 'generation.listImages' || topic === 'mint' || isRedrawing(query.state.data);
};

/** The id of the job, merge or run that a query is about; undefined for lists and the like. */
export function getSubject(query: Pick<Query, 'queryKey'>): string | undefined {
	const { jobId, collectionId, id } = getInput(query);
	return jobId ?? collectionId ?? id;
}

/** The key of a mutation that deletes what has this id. */
export const toDeletionKey = (id: string | undefined) => ['deletion', id] as const;

/** The deletion is told before its answer comes: who asks in between would find the page's own subject gone. */
function isBeingDeleted(client: QueryClient, query: Query): boolean {
	const subject = getSubject(query);
	return subject !== undefined && client.isMutating({ mutationKey: toDeletionKey(subject) }) > 0;
}

const getInput = ({ queryKey: [, options] }: Pick<Query, 'queryKey'>) =>
	((options as { readonly input?: unknown } | undefined)?.input ?? {}) as {
		readonly jobId?: string;
		readonly collectionId?: string;
		readonly id?: string;
	};

const isRedrawing = (images: unknown): boolean =>
	Array.isArray(images) && images.some((image: { readonly isRedrawing?: boolean }) => image.isRedrawing === true);
