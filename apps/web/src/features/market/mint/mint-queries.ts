import type { ImageMintStatus } from '@adx/validators/mint';
import { type MintChain, mintChainSchema } from '@adx/validators/minted-token';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pollEvery } from '../../../lib/api/query-client.ts';
import { type ApiOutputs, type ApiQuery, type JobImage, trpc } from '../../../lib/api/trpc.ts';
import { useAccess } from '../../access/gate/access-provider.tsx';

const statusPollMs = 5_000;
const statusFreshMs = 10_000;

/** The chains that are configured, with what a wallet needs to know of them. */
export const useMintChains = (): ApiQuery<ApiOutputs['mint']['chains']> => trpc.mint.chains.useQuery();

/** What the contract on a chain does; asks nothing where minting is not set up. */
export const useMintContract = (chain: MintChain, isSetUp: boolean): ApiQuery<ApiOutputs['mint']['contract']> =>
	trpc.mint.contract.useQuery({ chain }, { enabled: isSetUp });

/**
 * The caller's mints on a chain by image, asked every 5 s in developer mode; an image without one is not in it.
 * `reportedAtMs` is when the server reported them.
 */
export function useMintStatus(chain: MintChain) {
	const { isDeveloperMode } = useAccess();
	const query = trpc.mint.status.useQuery(
		{ chain },
		{ enabled: isDeveloperMode, staleTime: statusFreshMs, refetchInterval: pollEvery(statusPollMs) },
	);
	const mints = useMemo(
		() => (query.data === undefined ? undefined : new Map(query.data.map((mint) => [mint.imageId, mint]))),
		[query.data],
	);
	return { mints, reportedAtMs: query.dataUpdatedAt, error: query.error, refetch: query.refetch };
}

const toMintedIds = (mints: readonly ImageMintStatus[]): ReadonlySet<string> =>
	new Set(mints.filter(({ status }) => status === 'confirmed').map(({ imageId }) => imageId));

/** Finds another chain than that one on which an image is a token; null for none. */
export type FindOtherChain = (imageId: string) => MintChain | null;

export function useOtherChains(chain: MintChain): FindOtherChain {
	const { isDeveloperMode } = useAccess();
	const others = mintChainSchema.options.filter((other) => other !== chain);
	const options = { enabled: isDeveloperMode, staleTime: statusFreshMs, select: toMintedIds };
	const minted = trpc.useQueries((client) => others.map((other) => client.mint.status({ chain: other }, options)));
	return (imageId) => others.find((_other, place) => minted[place]?.data?.has(imageId)) ?? null;
}

export type Mints = ReadonlyMap<string, ImageMintStatus>;

/** Some of a job's drawn images, in token order. */
export const useDrawnImages = (jobId: string, from: number, limit: number): ApiQuery<JobImage[]> =>
	trpc.generation.listImages.useQuery({ jobId, from, limit, state: 'stored' }, { placeholderData: keepPreviousData });
