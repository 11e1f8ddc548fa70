import type { Purchase } from '@adx/validators/sales';
import { useEffect, useEffectEvent } from 'react';
import { getHttpStatus } from '../../../lib/api/error-messages.ts';
import { useSolana } from '../../wallets/solana/connect/use-solana.ts';
import type { SigningErrorMessage } from '../../wallets/solana/transactions/signing-errors.ts';
import type { SubmitDelay } from '../../wallets/solana/transactions/submit-signed-transactions.ts';
import { getBuyErrorMessage } from './buy-item.ts';
import { dropSignatures, type StartedPurchase, useStartedPurchases } from './purchase-store.ts';
import { usePurchase } from './sale-queries.ts';
import { saleTexts } from './sale-texts.ts';
import type { Buying } from './use-buy-item.ts';
import { useSubmitPurchase } from './use-submit-purchase.ts';

const texts = saleTexts.buy;

/** A purchase that this page follows. */
export interface PurchaseStatus {
	readonly started: StartedPurchase;
	/** Null until the server told. */
	readonly purchase: Purchase | null;
	/** Why the server does not have its signature yet. */
	readonly delay: SubmitDelay | null;
}

/** Whom the page serves now. */
interface Viewer {
	/** The reservation that this tab began. */
	readonly here: string | null;
	/** The address of the connected wallet. */
	readonly walletAddress: string | null;
	/** While this tab works on a purchase of its own, no other one is shown. */
	readonly isBusy: boolean;
}

/** The purchase to show of those started in this browser: the tab's own, then what is signed, then the wallet's. */
export function choosePurchase(all: readonly StartedPurchase[], viewer: Viewer): StartedPurchase | null {
	const { here, walletAddress, isBusy } = viewer;
	const own = all.find(({ reservationId }) => reservationId === here);
	if (own !== undefined || isBusy) return own ?? null;
	// Another tab forgot it, having learned how it ended; so will this one.
	if (here !== null) {
		return { reservationId: here, walletAddress: walletAddress ?? '', begunAt: 0, state: 'offered', transactions: [] };
	}
	const isOfWallet = (each: StartedPurchase) => walletAddress === null || each.walletAddress === walletAddress;
	return all.find((each) => each.state !== 'offered' || isOfWallet(each)) ?? null;
}

/** What there is to say of a purchase that is over without a piece; null while it is not. */
function endOf(
	{ state }: StartedPurchase,
	purchase: Purchase | null,
	error: unknown,
): { why: SigningErrorMessage | null } | null {
	const isSigned = state !== 'offered';
	const status = getHttpStatus(error);
	if (status === 404 || status === 400) return { why: isSigned ? { text: texts.unknown, isError: true } : null };
	if (purchase?.status === 'failed') return { why: { text: purchase.errorMessage ?? texts.failed, isError: true } };
	if (purchase?.status !== 'expired') return null;
	return { why: { text: texts.expired, isError: false } };
}

/** Follows what was started, here or in another tab, to its end: submits signatures, polls the chain, then forgets it. */
export function usePurchaseStatus(saleId: string, buying: Buying): PurchaseStatus | null {
	const all = useStartedPurchases(saleId);
	const { connection } = useSolana();
	const { step, offer, here } = buying;
	const isBusy = step !== null || offer !== null;
	const started = choosePurchase(all, { here, walletAddress: connection?.address ?? null, isBusy });
	const isPolled = started !== null && (started.state !== 'offered' || !isBusy);
	const { data = null, error } = usePurchase(saleId, isPolled ? started.reservationId : null);
	const delay = useSubmitPurchase(saleId, started, (refusal) => buying.tell(getBuyErrorMessage(refusal, '')));

	const overtakenId =
		offer !== null && step === null && started?.state !== 'offered' ? (started?.reservationId ?? null) : null;
	const dropOffer = useEffectEvent(() => buying.dropOffer());
	useEffect(() => {
		if (overtakenId !== null) dropOffer();
	}, [overtakenId]);

	const isTaken = started?.state === 'signed' && (data?.status === 'sent' || data?.status === 'confirmed');
	const takenId = isTaken ? started.reservationId : null;
	useEffect(() => {
		if (takenId !== null) dropSignatures(saleId, takenId, 'taken');
	}, [saleId, takenId]);

	const end = isPolled ? endOf(started, data, error) : null;
	const overId = isPolled && end !== null ? started.reservationId : null;
	const finish = useEffectEvent((reservationId: string) => buying.end(reservationId, end?.why ?? null));
	useEffect(() => {
		if (overId !== null) finish(overId);
	}, [overId]);
	return started === null || overId !== null ? null : { started, purchase: isPolled ? data : null, delay };
}
