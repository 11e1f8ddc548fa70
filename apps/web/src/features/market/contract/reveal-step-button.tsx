import { Button } from '@adx/ui/controls/button';
import type { RevealCall } from '@adx/validators/sale/reveal';
import { ControlCall } from './control-call.tsx';
import type { EvmWallets } from './evm-wallets.ts';
import { type ControlledSale, useControlCall } from './use-control-call.ts';

/** The texts of the calls that lead from the end of a sale to its reveal. */
const texts = {
	buttons: { end: 'Close the sale in its contract', draw: 'Draw the order', reveal: 'Reveal in the contract' },
	waiting: 'Sent. The chain still has to finalize it, which takes a minute or so.',
} as const;

interface RevealStepButtonProps<Now> {
	readonly sale: ControlledSale<Now>;
	readonly next: RevealCall;
	/** What is next by then. */
	readonly toNext: (now: Now) => RevealCall | null;
	readonly wallets: EvmWallets;
}

/** What leads an ended sale to its reveal: anybody's wallet sends it, and it is said what it does before. */
export function RevealStepButton<Now>({ sale, next: { step, call }, toNext, wallets }: RevealStepButtonProps<Now>) {
	const task = useControlCall(sale, wallets);
	return (
		<ControlCall
			wallets={wallets}
			isAllowed={wallets.address !== null}
			task={task}
			waitingText={texts.waiting}
			// What the reveal is then stands above by itself.
			toOutcome={() => ({ isDone: (now) => toNext(now)?.step !== step })}
		>
			<Button
				tone="primary"
				disabled={wallets.address === null || task.step !== null}
				onClick={() => void task.read(() => call)}
			>
				{texts.buttons[step]}
			</Button>
		</ControlCall>
	);
}
