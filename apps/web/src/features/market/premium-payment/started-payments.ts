import { type PremiumChain, premiumChainSchema } from '@adx/validators/premium';
import { useEffect, useMemo, useReducer, useRef } from 'react';
import { z } from 'zod';
import { trpc } from '../../../lib/api/trpc.ts';
import { storedRecords } from '../../../lib/storage/stored-records.ts';

const schema = z.object({
	chain: premiumChainSchema,
	/** Null where another browser's was asked. */
	wallet: z.string().nullable(),
	/** In milliseconds: no other payment is offered before. */
	until: z.number(),
});

/** A payment that a wallet was asked for and whose transaction this page does not know. */
export type StoredStartedPayment = Readonly<z.infer<typeof schema>>;

/** Longer than the server keeps a second payment away: what is further ahead was stored under another clock. */
const untilMaxMs = 3_600_000;

const records = storedRecords('adx_premium_started:', schema);

/** The payment of an account that may be under way, as this browser or the server knows; null for none. */
export function useStartedPayment(userId: string): StoredStartedPayment | null {
	const stored = records.use().get(userId);
	const { data, dataUpdatedAt } = trpc.auth.listStartedPayments.useQuery();
	const utils = trpc.useUtils();
	const listedFor = useRef(userId);
	useEffect(() => {
		if (listedFor.current === userId) return;
		listedFor.current = userId;
		// They were somebody else's.
		void utils.auth.listStartedPayments.reset();
	}, [userId, utils]);
	const [, rerender] = useReducer((count: number) => count + 1, 0);
	const listed = data?.[0];
	const known = listed && { chain: listed.chain, wallet: null, until: dataUpdatedAt + listed.secondsLeft * 1_000 };
	const now = Date.now();
	const found = [stored, known].find((each) => each && each.until > now && each.until < now + untilMaxMs) ?? null;
	const until = found?.until ?? null;
	useEffect(() => {
		if (until === null) return;
		const timer = setTimeout(rerender, until - Date.now() + 1);
		return () => clearTimeout(timer);
	}, [until]);
	return found;
}

/** Notes payments of an account, here and at the server. */
export interface StartedPaymentCalls {
	/** Before the wallet is asked; rejects where it shall not be. */
	start(chain: PremiumChain, wallet: string): Promise<void>;
	/** Once the transaction is known: from then on it is followed by that. */
	know(): void;
	/** When no wallet sends anything; what it sends all the same is found by the server. */
	end(): Promise<void>;
}

export function useStartedPaymentCalls(userId: string): StartedPaymentCalls {
	const utils = trpc.useUtils();
	return useMemo(() => {
		const { listStartedPayments: list } = utils.auth;
		return {
			async start(chain, wallet) {
				try {
					const { secondsLeft } = await utils.client.auth.startPayment.mutate({ chain });
					records.set(userId, { chain, wallet, until: Date.now() + secondsLeft * 1_000 });
				} finally {
					void list.invalidate();
				}
			},
			know: () => records.remove(userId),
			async end() {
				records.remove(userId);
				// Without an answer the server lets it go by itself after a while.
				await utils.client.auth.endStartedPayments.mutate().catch(() => {});
				await list.cancel();
				list.setData(undefined, []);
			},
		};
	}, [utils, userId]);
}
