import { Button } from '@adx/ui/button';
import { Card } from '@adx/ui/card';
import { CopyField } from '@adx/ui/copy-field';
import { useEffect, useRef } from 'react';
import type { CreatedToken } from '../queries.ts';

export interface NewTokenCardProps {
	readonly created: CreatedToken;
	readonly onDone: () => void;
}

/** The secret of a token just made, on show until it is put away, and how a script uses it. */
export function NewTokenCard({ created, onDone }: NewTokenCardProps) {
	const text = useRef<HTMLParagraphElement>(null);
	useEffect(() => text.current?.focus(), []);
	return (
		<Card title="Your new token" className="border-primary!">
			<div className="grid gap-4">
				<p ref={text} tabIndex={-1} className="break-words text-text outline-none">
					Copy <strong>{created.name}</strong> now: it is shown this once and cannot be read again. Whoever holds it can
					use the realm as you.
				</p>
				<CopyField label="Access token" value={created.token} />
				<CopyField
					label="Try it in a terminal"
					value={`curl -H 'Authorization: Bearer ${created.token}' ${window.location.origin}/api/jobs`}
				/>
				<Button tone="primary" className="justify-self-start" onClick={onDone}>
					Done, I have copied it
				</Button>
			</div>
		</Card>
	);
}
