import clsx from 'clsx';

export interface ProgressBarProps {
	/** What is under way, for people who cannot see the bar. */
	readonly label: string;
	/** 0..100; values outside are cut off. */
	readonly percent: number;
	/** Says the state in words, e.g. '2 of 5 images'. */
	readonly valueText?: string;
	readonly thin?: boolean;
}

/** A determinate bar with maximum 100. */
export function ProgressBar({ label, percent, valueText, thin = false }: ProgressBarProps) {
	const value = Math.min(100, Math.max(0, Math.round(percent)));
	return (
		<div
			role="progressbar"
			aria-label={label}
			aria-valuemin={0}
			aria-valuemax={100}
			aria-valuenow={value}
			aria-valuetext={valueText}
			className={clsx('overflow-hidden rounded-full bg-surface-3', thin ? 'h-1' : 'h-2.5')}
		>
			<div
				className="h-full w-full origin-left rounded-full bg-primary transition-transform duration-[240ms] ease-frost forced-colors:bg-[Highlight]"
				style={{ transform: `translateX(${value - 100}%)` }}
			/>
		</div>
	);
}
