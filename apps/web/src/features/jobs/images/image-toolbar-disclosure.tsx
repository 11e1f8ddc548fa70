import { Button } from '@adx/ui/controls/button';
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useStoredDisclosure } from '../../../lib/hooks/use-stored-disclosure.ts';
import { isUnfiltered } from './image-filter.ts';
import { ImageToolbar, type JobToolbarProps } from './image-toolbar.tsx';

/** Below this width what stands above pictures is folded: they need the room. */
export const narrowToolbarQuery = '(width < 40rem)';

export interface FoldedToolbarProps extends JobToolbarProps {
	/** Stays in sight, beside the button that unfolds the toolbar. */
	readonly status: ReactNode;
}

/** The toolbar behind one row, for narrow windows. This browser remembers whether it was left open. */
export function ImageToolbarDisclosure({ status, ...toolbar }: FoldedToolbarProps) {
	const [isOpen, setOpen] = useStoredDisclosure('image-filter', false);
	const toolbarId = useId();
	return (
		<div className="grid gap-2">
			<div className="flex items-center justify-between gap-2">
				{status}
				<Button
					size="small"
					className="shrink-0"
					aria-expanded={isOpen}
					aria-controls={toolbarId}
					onClick={() => setOpen(!isOpen)}
					icon={<SlidersHorizontal aria-hidden className="size-4" />}
				>
					{isUnfiltered(toolbar.jobView.search.order) ? 'Filter' : 'Filter, in use'}
				</Button>
			</div>
			<div id={toolbarId} hidden={!isOpen}>
				<ImageToolbar {...toolbar} />
			</div>
		</div>
	);
}
