import { useEffect, useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import type { ImageView } from '../../../lib/hooks/use-image-view.ts';
import type { Collection, CollectionToken } from '../collection-queries.ts';
import type { TokenSearch } from './token-search-params.ts';
import { type TokenPages, toOrderInput, useTokenPages } from './use-token-pages.ts';

/** Neighbours of the open picture are fetched so far ahead. */
const reach = 2;

export interface OpenToken {
	readonly pages: TokenPages;
	/** Null while none is open. */
	readonly tokenNumber: number | null;
	/** Undefined while it is being fetched, and when there is none of that number. */
	readonly token: CollectionToken | undefined;
	readonly isMissing: boolean;
	/** Why it, or the one that is gone to, was not fetched; null while nothing failed. */
	readonly failure: { readonly message: string; readonly retry: () => void } | null;
	/** Its place in the order on show; null where that does not hold it, and until the server has said where. */
	readonly place: number | null;
	/** Position and length of the row that the arrows walk: the order on show, or the whole collection by number. */
	readonly index: number;
	readonly count: number;
	readonly show: (tokenNumber: number, place: number) => void;
	/** Goes to a position between 0 and `count` - 1, as soon as it has been fetched. */
	readonly showAt: (index: number) => void;
	readonly neighbours: readonly CollectionToken[];
}

/** Where a picture was seen in an order. */
interface Seat {
	readonly tokenNumber: number;
	readonly search: TokenSearch;
	/** Null for one that was walked to by number, from one that the order does not hold. */
	readonly place: number | null;
}

/** Whether places follow from numbers: the whole collection, by number. */
const isByNumber = ({ query, sort, traits }: TokenSearch) =>
	query === '' && sort === 'number' && Object.keys(traits).length === 0;

interface Fetched {
	readonly error: { readonly message: string } | null;
	readonly refetch: () => unknown;
}

const toFailure = ({ error, refetch }: Fetched): OpenToken['failure'] =>
	error === null ? null : { message: error.message, retry: () => void refetch() };

/** The pages of pictures in view, and the picture that the address names. */
export function useOpenToken(
	collection: Collection,
	search: TokenSearch,
	{ imageId, onShow }: ImageView,
	range: { readonly from: number; readonly to: number },
): OpenToken {
	const tokenNumber = imageId === null ? null : Number(imageId);
	const isNumber = tokenNumber !== null && tokenNumber <= collection.imageCount;
	const [seat, setSeat] = useState<Seat | null>(null);
	const [comingPlace, setComingPlace] = useState<number | null>(null);
	const isSeated = isNumber && seat?.tokenNumber === tokenNumber && seat.search === search;
	const alone = trpc.merge.tokens.useQuery(
		{ collectionId: collection.id, offset: (tokenNumber ?? 1) - 1, limit: 1 },
		{ enabled: isNumber && (!isSeated || seat.place === null), staleTime: Number.POSITIVE_INFINITY },
	);
	const position = trpc.merge.tokens.useQuery(
		{ collectionId: collection.id, positionOf: tokenNumber ?? 1, limit: 1, ...toOrderInput(search) },
		{ enabled: isNumber && !isSeated && !isByNumber(search), staleTime: Number.POSITIVE_INFINITY },
	);
	const place = !isNumber
		? null
		: isSeated
			? seat.place
			: isByNumber(search)
				? tokenNumber - 1
				: (position.data?.position ?? null);
	const pages = useTokenPages(collection.id, search, [
		range.from,
		range.to,
		...(place === null ? [] : [place - reach, place, place + reach]),
		...(comingPlace === null ? [] : [comingPlace]),
	]);
	const isPlaced = isSeated || isByNumber(search) || position.data !== undefined;
	const tokenAlone = isPlaced ? alone.data?.tokens.find((token) => token.tokenNumber === tokenNumber) : undefined;
	const token = (place === null ? undefined : pages.tokenAt(place)) ?? tokenAlone;
	const coming = comingPlace === null ? undefined : pages.tokenAt(comingPlace);
	const isComing = comingPlace !== null && coming === undefined;

	function show(number: number, at: number | null) {
		setSeat({ tokenNumber: number, search, place: at });
		onShow(String(number));
	}
	useEffect(() => {
		if (coming === undefined || comingPlace === null) return;
		setComingPlace(null);
		// Closed while it was on its way.
		if (tokenNumber !== null) show(coming.tokenNumber, comingPlace);
	});

	return {
		pages,
		tokenNumber,
		token,
		isMissing: tokenNumber !== null && token === undefined && isPlaced && (!isNumber || alone.data !== undefined),
		failure: isComing ? toFailure(pages) : token === undefined ? (toFailure(position) ?? toFailure(alone)) : null,
		place,
		index: place ?? (tokenNumber ?? 1) - 1,
		count: place === null ? collection.imageCount : (pages.total ?? position.data?.total ?? collection.imageCount),
		show,
		showAt(target) {
			if (place === null) show(target + 1, null);
			else setComingPlace(target);
		},
		neighbours:
			place === null
				? []
				: Array.from({ length: 2 * reach + 1 }, (_, step) => pages.tokenAt(place - reach + step)).filter(
						(neighbour) => neighbour !== undefined,
					),
	};
}
