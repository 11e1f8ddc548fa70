import { showToast } from '@adx/ui/feedback/toast-store';
import type { GalleryTheme } from '@adx/validators/gallery';
import { useEffect, useEffectEvent } from 'react';
import { isNotFound } from '../../lib/api/error-messages.ts';
import { showFailure } from '../../lib/api/show-failure.ts';
import { type ApiOutputs, trpc } from '../../lib/api/trpc.ts';
import { useSingleFlight } from '../../lib/hooks/use-single-flight.ts';
import { galleryTexts } from './gallery-texts.ts';

export type Collection = ApiOutputs['merge']['collection'];
export type CollectionToken = ApiOutputs['merge']['tokens']['tokens'][number];

/** Asked again whenever the page is entered: a merge may have ended in between. */
const freshOnEntry = { refetchOnMount: 'always' } as const;

/** Every collection that is shown. */
export const useGallery = () => trpc.merge.gallery.useQuery(undefined, freshOnEntry);

export const useGalleryCounts = () => trpc.merge.galleryCounts.useQuery(undefined, freshOnEntry);

/**
 * Whether the caller has finished collections, shown or not; undefined while that is asked for. No where the answer is refused,
 * as where merging is locked.
 */
export function useHasCollections(): boolean | undefined {
	const { data, isPending } = trpc.merge.list.useQuery({}, { ...freshOnEntry, retry: false });
	return isPending ? undefined : (data?.some(({ status }) => status === 'completed') ?? false);
}

/** Asked again also when somebody comes back from another tab, where it may have been deleted. */
export const useCollection = (collectionId: string) =>
	trpc.merge.collection.useQuery({ collectionId }, { ...freshOnEntry, refetchOnWindowFocus: 'always' });

/** Fetches again what shows how a collection is listed. */
function useNotifyListing() {
	const utils = trpc.useUtils();
	return (collectionId: string) =>
		Promise.all([
			utils.merge.collection.invalidate({ collectionId }),
			utils.merge.gallery.invalidate(),
			utils.merge.galleryCounts.invalidate(),
			utils.merge.list.invalidate(),
			utils.merge.get.invalidate({ jobId: collectionId }),
		]);
}

const texts = galleryTexts.owner;

/**
 * What to say of a call about a collection that failed. One that is gone is asked for again, by which the page says so too,
 * with a way on.
 */
export function useCollectionFailure(collectionId: string) {
	const notifyListing = useNotifyListing();
	return (error: unknown): string => {
		if (!isNotFound(error)) return error instanceof Error ? error.message : String(error);
		void notifyListing(collectionId);
		return galleryTexts.collection.gone.text;
	};
}

/** Asks for a collection again where something of it could not be read since it is gone. */
export function useRecheckCollection(collectionId: string, error: unknown): void {
	const takeFailure = useEffectEvent(useCollectionFailure(collectionId));
	useEffect(() => {
		if (error !== null) takeFailure(error);
	}, [error]);
}

/** Takes the caller's own collection out of the gallery, or puts it back. */
export function useVisibility({ id, hidden, saleUrl }: Pick<Collection, 'id' | 'hidden' | 'saleUrl'>) {
	const notifyListing = useNotifyListing();
	const takeFailure = useCollectionFailure(id);
	const once = useSingleFlight();
	const after = (message: { readonly title: string; readonly description: string }) => ({
		onSuccess: async () => {
			showToast({ ...message, tone: 'success' as const });
			await notifyListing(id);
		},
		onError: (error: unknown) => showFailure(texts.failedTitle, error, takeFailure(error)),
		onSettled: () => once.finish(),
	});
	const hide = trpc.merge.hide.useMutation(after(texts.wasHidden(saleUrl !== null)));
	const show = trpc.merge.show.useMutation(after(texts.wasShown));
	return {
		isPending: hide.isPending || show.isPending,
		toggle() {
			if (once.tryStart()) (hidden ? show : hide).mutate({ jobId: id });
		},
	};
}

/** What only its owner may read of a collection; asked while the entry is being edited. */
export const useGalleryEntry = (collectionId: string, isEditing: boolean) =>
	trpc.merge.get.useQuery({ jobId: collectionId }, { enabled: isEditing, refetchOnMount: 'always' });

export interface GalleryEntry {
	readonly themes: readonly GalleryTheme[];
	readonly showsCreator: boolean;
}

/** Saves how the gallery files a collection and whom it names. */
export function useSaveEntry(collectionId: string, onSaved: () => void) {
	const notifyListing = useNotifyListing();
	const takeFailure = useCollectionFailure(collectionId);
	const mutation = trpc.merge.update.useMutation({
		onError: (error) => void takeFailure(error),
		onSuccess: async () => {
			showToast({ ...texts.saved, tone: 'success' });
			await notifyListing(collectionId);
			onSaved();
		},
	});
	return {
		isPending: mutation.isPending,
		problem: mutation.error?.message ?? null,
		save: ({ themes, showsCreator }: GalleryEntry) => {
			if (!mutation.isPending) mutation.mutate({ jobId: collectionId, themes: [...themes], showsCreator });
		},
	};
}
