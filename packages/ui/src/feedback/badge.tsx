import clsx from 'clsx';
import { Circle, CircleCheck, CircleX, LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

const tones = {
	neutral: 'border-line text-text-2',
	active: 'border-primary text-primary',
	ok: 'border-ok text-ok',
	bad: 'border-ember-text text-ember-text',
	gold: 'border-gold text-gold',
	warn: 'border-warn text-warn',
};

export interface BadgeProps {
	readonly tone?: keyof typeof tones;
	readonly Icon?: LucideIcon;
	readonly isSpinning?: boolean;
	readonly children: ReactNode;
}

/** A short state in words; the colour and the icon only repeat it. */
export function Badge({ tone = 'neutral', Icon, isSpinning = false, children }: BadgeProps) {
	return (
		<span
			className={clsx(
				'inline-flex items-center gap-1 rounded-full border px-2 py-0.5 text-xs font-semibold whitespace-nowrap',
				tones[tone],
			)}
		>
			{Icon === undefined ? null : <Icon aria-hidden className={clsx('size-3.5', isSpinning && 'animate-spin')} />}
			{children}
		</span>
	);
}

const statuses = {
	pending: { tone: 'neutral', Icon: Circle },
	processing: { tone: 'active', Icon: LoaderCircle },
	completed: { tone: 'ok', Icon: CircleCheck },
	failed: { tone: 'bad', Icon: CircleX },
} as const;

export interface StatusBadgeProps {
	readonly status: keyof typeof statuses;
	readonly children: ReactNode;
}

/** How far a piece of work is, in a word. */
export function StatusBadge({ status, children }: StatusBadgeProps) {
	return <Badge {...statuses[status]}>{children}</Badge>;
}
