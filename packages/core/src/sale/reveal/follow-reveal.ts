import type { DatabaseTransaction } from '@adx/db/client/database';
import { changeReveal, finishReveal, lockReveal, type RevealFacts } from '@adx/db/repositories/sale/sale-reveals';
import { type RevealPhase, type RevealStep, revealPhases } from '@adx/validators/sale/reveal';

/** What a chain says of a reveal. Hashes are hex without 0x. */
export interface RevealState {
	/** Null until the sale has ended there. */
	readonly drawBlock: number | null;
	/** The hash of that block; null until it is kept. */
	readonly drawHash: string | null;
	/** How many blocks were named before that one, and forgotten before anybody drew. */
	readonly forgottenDraws: number;
	/** Whether the items are shown there. */
	readonly isRevealed: boolean;
}

/** The same twice: as it is for good, and what the newest block lets anybody have a contract do next. */
export interface FollowedReveal {
	readonly safe: RevealState;
	readonly nextStep: RevealStep | null;
}

/** Phases before the last, from which a block that was replaced takes a reveal back. */
const openPhases = revealPhases.filter((phase) => phase !== 'revealed');
const notLaidOut = { metadataRoot: null, imagesRoot: null, progress: 0 } as const;

/**
 * Brings the reveal of a sale to the state that the chain is in for good, and returns the phase that it changed to; null
 * where nothing was to be changed. A hash that was replaced after all makes another order: what was laid out for the first
 * is dropped. Holds whoever else follows it, so that one alone changes it.
 */
export async function followReveal(
	trx: DatabaseTransaction,
	saleId: string,
	{ safe, nextStep }: FollowedReveal,
	now: Date,
): Promise<RevealPhase | null> {
	const reveal = await lockReveal(trx, saleId);
	if (reveal === undefined || reveal.phase === 'revealed') return null;
	if (reveal.chainStep !== nextStep) await changeReveal(trx, saleId, openPhases, { chainStep: nextStep });
	const phase = toPhase(reveal, safe);
	if (phase === 'revealed') return (await finishReveal(trx, saleId, now)) ? phase : null;
	const isSameDraw = reveal.drawBlock === safe.drawBlock && reveal.drawHash === safe.drawHash;
	if (phase === reveal.phase && isSameDraw) return null;
	const { drawBlock, drawHash, forgottenDraws } = safe;
	const drawnAt = drawHash === null ? null : isSameDraw ? reveal.drawnAt : now;
	const draw = { drawBlock, drawHash, forgottenDraws, drawnAt, ...(isSameDraw ? {} : notLaidOut) };
	const change = { phase, ...draw, errorMessage: null, failures: 0 };
	return (await changeReveal(trx, saleId, openPhases, change)) ? phase : null;
}

function toPhase(reveal: RevealFacts, { drawBlock, drawHash, isRevealed }: RevealState): RevealPhase {
	if (drawBlock === null) return 'covered';
	if (drawHash === null) return 'drawing';
	if (reveal.drawHash !== drawHash) return isRevealed ? 'preparing' : 'drawn';
	if (!isRevealed) return reveal.phase;
	// The chain knows more than this database, which may be an older one that was restored.
	if (reveal.phase === 'drawn') return 'preparing';
	return reveal.phase === 'ready' || reveal.phase === 'unpublished' ? 'revealed' : reveal.phase;
}
