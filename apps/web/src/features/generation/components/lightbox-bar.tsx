import { Button } from '@adx/ui/button';
import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react';

export interface LightboxBarProps {
	readonly title: string;
	readonly index: number;
	readonly count: number;
	readonly onStep: (step: -1 | 1) => void;
	readonly onSave: () => void;
	readonly onClose: () => void;
}

export function LightboxBar({ title, index, count, onStep, onSave, onClose }: LightboxBarProps) {
	return (
		<div className="flex flex-wrap items-center gap-2 p-3 sm:p-4">
			<p aria-live="polite" className="figures mr-auto min-w-0 max-sm:basis-full">
				<span className="font-semibold">{title}</span>
				<span className="ml-3 whitespace-nowrap text-text-2">{`${index + 1} of ${count}`}</span>
			</p>
			<Button
				disabled={index === 0}
				onClick={() => onStep(-1)}
				aria-label="Previous image"
				title="Previous image (Left arrow)"
				icon={<ChevronLeft aria-hidden className="size-5" />}
			/>
			<Button
				disabled={index === count - 1}
				onClick={() => onStep(1)}
				aria-label="Next image"
				title="Next image (Right arrow)"
				icon={<ChevronRight aria-hidden className="size-5" />}
			/>
			<Button onClick={onSave} title="Download (D)" icon={<Download aria-hidden className="size-4" />}>
				<span className="max-sm:sr-only">Download</span>
			</Button>
			<Button autoFocus onClick={onClose} title="Close (Escape)" icon={<X aria-hidden className="size-4" />}>
				<span className="max-sm:sr-only">Close</span>
			</Button>
		</div>
	);
}
