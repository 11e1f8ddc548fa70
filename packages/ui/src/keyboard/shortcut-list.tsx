import { Button } from '../controls/button.tsx';
import { Dialog } from '../surfaces/dialog.tsx';
import type { Shortcut } from './shortcuts.ts';

export interface ShortcutListProps {
	readonly open: boolean;
	readonly onClose: () => void;
	readonly shortcuts: readonly Shortcut[];
}

/** Every key that works here, with what it does. */
export function ShortcutList({ open, onClose, shortcuts }: ShortcutListProps) {
	return (
		<Dialog open={open} onClose={onClose} title="Keys">
			<dl className="grid grid-cols-[auto_1fr] gap-x-5">
				{shortcuts.map(({ name, does }) => (
					<div key={name} className="col-span-2 grid grid-cols-subgrid items-baseline border-b border-border py-1.5">
						<dt>
							<kbd className="rounded-[4px] border border-line bg-surface-2 px-1.5 font-sans text-sm">{name}</kbd>
						</dt>
						<dd className="text-text-2">{does}</dd>
					</div>
				))}
			</dl>
			<Button tone="primary" className="mt-5 w-full" onClick={onClose}>
				Close
			</Button>
		</Dialog>
	);
}
