import { Button } from '@adx/ui/controls/button';
import type { SaleChainState } from '@adx/validators/sale/evm';
import type { CreatorSale } from '@adx/validators/sale/sales';
import { toControlCall } from '../../../wallets/evm/calls/control-call.ts';
import { ControlCall } from '../../contract/control-call.tsx';
import type { EvmWallets } from '../../contract/evm-wallets.ts';
import { type ReadyControl, useControlCall } from '../../contract/use-control-call.ts';
import { listingTexts } from '../listing-texts.ts';
import { useOwnContract } from './use-own-contract.ts';

const texts = listingTexts.chain;

type Control = 'pause' | 'resume' | 'end';

const stateAfter = { pause: 'paused', resume: 'open', end: 'ended' } as const satisfies Record<Control, SaleChainState>;

const toOutcome = ({ control }: ReadyControl) => {
	const done = control as Control;
	return { isDone: (sale: CreatorSale) => sale.chainState === stateAfter[done], doneText: texts.done[done] };
};

export interface ChainControlsProps {
	readonly sale: CreatorSale;
	readonly wallets: EvmWallets;
	/** Whether the wallet that is connected is the creator's. */
	readonly isCreator: boolean;
}

/** Pauses, resumes and ends a sale in its contract: read first, then sent by the owner's wallet, and seen by the server. */
export function ChainControls({ sale, wallets, isCreator }: ChainControlsProps) {
	const task = useControlCall(useOwnContract(sale), wallets);
	const offered = listControls(sale);
	return (
		<ControlCall wallets={wallets} isAllowed={isCreator} task={task} waitingText={texts.waiting} toOutcome={toOutcome}>
			<div className="flex flex-wrap gap-3">
				{offered.map((control) => (
					<Button
						key={control}
						className="grow"
						disabled={!isCreator || task.step !== null}
						onClick={() => void task.read((chainId, contract) => toControlCall(control, chainId, contract))}
					>
						{texts.buttons[control]}
					</Button>
				))}
			</div>
		</ControlCall>
	);
}

function listControls({ chainState, closedAt, reveal }: CreatorSale): readonly Control[] {
	const isClosed = closedAt !== null;
	const sellOrNot = chainState === 'paused' ? (['resume'] as const) : isClosed ? [] : (['pause'] as const);
	// A reveal has a button of its own for the end, with what it means for what is left.
	return [...sellOrNot, ...(isClosed && reveal !== null ? [] : (['end'] as const))];
}
