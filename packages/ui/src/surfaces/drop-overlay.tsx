import clsx from 'clsx';
import { Upload } from 'lucide-react';

export interface DropNoticeProps {
	/** While files are held over the page. */
	readonly isShown: boolean;
	/** What to do with them. */
	readonly text: string;
}

/** Covers the page while files are held over it; the drop goes to the page all the same. */
export function DropOverlay({ isShown, text }: DropNoticeProps) {
	return (
		<div
			aria-hidden
			className={clsx(
				'pointer-events-none fixed inset-0 z-40 grid place-items-center bg-scrim p-6 transition-opacity duration-[180ms]',
				isShown ? 'opacity-100' : 'invisible opacity-0',
			)}
		>
			<p className="grid justify-items-center gap-3 rounded-lg border-2 border-dashed border-primary bg-surface-1 px-10 py-8 text-center font-semibold text-text">
				<Upload className="size-8 text-primary" />
				{text}
			</p>
		</div>
	);
}
