import { Select } from 'antd'
import type { OutputOf } from '#model'
import type { DrawnInput, LayoutOf } from '#web/forms/layout.ts'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import type { pairScreen, screenChoices, screenDevice } from '../model/device.ts'

export type Choice = OutputOf<typeof screenChoices>
/** Settings of a device. */
export const deviceLayout = (screens: readonly Choice[]): LayoutOf<typeof screenDevice> & LayoutOf<typeof pairScreen> => [
  { title: '设备', fields: ['name', 'place'] },
  { title: '能看什么', fields: [{ field: 'screens', render: props => <ScreensInput {...props} of={screens} /> }, 'playlistId', 'departmentId', 'showRooms', 'showMaskedNames'] },
  { title: '限制', fields: [{ field: 'cidrs', render: props => <RangesInput {...props} /> }, 'expiresAt', 'darkFrom', 'darkTo'] },
]
const ScreensInput = ({ id, value, onChange, disabled, status, describedBy, of }: DrawnInput & { of: readonly Choice[] }) => (
  <Select
    id={id}
    mode="multiple"
    className="ql-wide"
    disabled={disabled}
    status={status}
    aria-describedby={describedBy}
    placeholder={t('选择大屏')}
    value={(value as string[] | null) ?? []}
    options={of.map(s => ({ value: s.code, label: tAny(s.title), disabled: !s.mayGive }))}
    onChange={onChange}
  />
)
const RangesInput = ({ id, value, onChange, disabled, status, describedBy }: DrawnInput) => (
  <Select
    id={id}
    mode="tags"
    className="ql-wide"
    open={false}
    suffixIcon={null}
    tokenSeparators={[',', '，', ' ', ';', '、']}
    disabled={disabled}
    status={status}
    aria-describedby={describedBy}
    value={(value as string[] | null) ?? []}
    onChange={onChange}
  />
)
