import { Card } from '@adx/ui/surfaces/card';
import { accessTexts } from './access-texts.ts';
import { GateScreen } from './gate-screen.tsx';

const texts = accessTexts.creator;

export function CreatorScreen({ onBack }: { readonly onBack: () => void }) {
	return (
		<GateScreen title={texts.title} text={texts.text} back={{ label: accessTexts.backToRoles, onClick: onBack }}>
			<Card>
				<p className="text-text-2">{texts.blurb}</p>
				<p className="mt-3 text-text-2">{texts.wayIn}</p>
			</Card>
		</GateScreen>
	);
}
