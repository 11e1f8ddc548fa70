import { Button } from '@adx/ui/controls/button';
import { Card } from '@adx/ui/surfaces/card';
import { storeToastForReload } from '../../../lib/storage/toast-after-reload.ts';
import { useAccess } from './access-provider.tsx';
import { accessTexts } from './access-texts.ts';
import { GateScreen } from './gate-screen.tsx';
import { PasswordForm } from './password-form.tsx';

const texts = accessTexts.developer;

export interface DeveloperScreenProps {
	readonly onOtherOptions: () => void;
	readonly reload: () => void;
}

export function DeveloperScreen({ onOtherOptions, reload }: DeveloperScreenProps) {
	const { grant } = useAccess();
	return (
		<GateScreen title={texts.title} text={texts.text}>
			<Card>
				<PasswordForm
					kind="developer"
					label={texts.label}
					submitLabel={texts.submit}
					wrongPassword={texts.wrong}
					onGranted={(check) => {
						storeToastForReload(texts.granted.title, texts.granted.description);
						grant('mage', check);
						reload();
					}}
				/>
			</Card>
			<div className="mt-6 text-center">
				<Button tone="ghost" onClick={onOtherOptions}>
					{texts.otherOptions}
				</Button>
			</div>
		</GateScreen>
	);
}
