import { Button } from '@adx/ui/controls/button';
import { CopyField } from '@adx/ui/controls/copy-field';
import { Card } from '@adx/ui/surfaces/card';
import { useEffect, useRef } from 'react';
import type { CreatedToken } from './token-queries.ts';
import { tokenTexts } from './token-texts.ts';

const texts = tokenTexts.created;

export interface NewTokenCardProps {
	readonly created: CreatedToken;
	readonly onDone: () => void;
}

/** The secret of a token just made, on show until it is put away, and how a script uses it. */
export function NewTokenCard({ created, onDone }: NewTokenCardProps) {
	const text = useRef<HTMLParagraphElement>(null);
	useEffect(() => text.current?.focus(), []);
	return (
		<Card title={texts.title} className="border-primary!">
			<div className="grid gap-4">
				<p ref={text} tabIndex={-1} className="wrap-anywhere text-text outline-none">
					{texts.text.before} <strong>{created.name}</strong> {texts.text.after}
				</p>
				<CopyField label={texts.tokenLabel} value={created.token} />
				<CopyField
					label={texts.exampleLabel}
					value={`curl -H 'Authorization: Bearer ${created.token}' ${window.location.origin}/api/jobs`}
				/>
				<Button tone="primary" className="justify-self-start" onClick={onDone}>
					{texts.done}
				</Button>
			</div>
		</Card>
	);
}
