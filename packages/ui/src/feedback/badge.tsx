import clsx from 'clsx';
import type { ReactNode } from 'react';

const tones = {
	neutral: 'border-line text-text-2',
	active: 'border-primary text-primary',
	ok: 'border-ok text-ok',
	bad: 'border-ember-text text-ember-text',
	gold: 'border-gold text-gold',
};

export interface BadgeProps {
	readonly tone?: keyof typeof tones;
	readonly icon?: ReactNode;
	readonly children: ReactNode;
}

/** A short state in words; the colour and the icon only repeat it. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
	return (
		<span
			className={clsx(
				'inline-flex items-center gap-1 rounded-full border px-2 py-0.5 text-xs font-semibold whitespace-nowrap',
				tones[tone],
			)}
		>
			{icon}
			{children}
		</span>
	);
}
