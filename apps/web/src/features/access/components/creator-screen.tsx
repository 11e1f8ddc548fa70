import { Card } from '@adx/ui/card';
import { GateScreen } from './gate-screen.tsx';

export function CreatorScreen({ onBack }: { readonly onBack: () => void }) {
	return (
		<GateScreen
			title="Creator Mode"
			text="Advanced creator tools are coming soon"
			back={{ label: 'Back to Role Selection', onClick: onBack }}
		>
			<Card>
				<p className="text-text-2">
					We are building tools to generate, customize and deploy NFT collections. They will open here when they are
					ready.
				</p>
				<p className="mt-3 text-text-2">
					Want to create today? Choose ‘I am a community member’ on the previous screen: it opens the generator.
				</p>
			</Card>
		</GateScreen>
	);
}
