import { Checkbox } from 'antd'
import { BUTTONS, type FlowButton } from '#flow/index.ts'
import { t } from '#web/i18n/index.ts'
import type { TabProps } from './ApproverTab.tsx'

const HINTS: Readonly<Record<FlowButton, string>> = {
  reject: '申请到此结束，申请人可重新申请',
  return: '退给申请人或前面的环节修改',
  transfer: '交给别人办，自己不再参与',
  delegate: '请别人给意见，最后仍由自己决定',
  addSign: '在自己之前、之后或同时加人审批',
  cc: '让别人看到，不用处理',
}
const ALL = Object.keys(BUTTONS) as FlowButton[]
/** Available actions besides approving. */
export function ButtonsTab({ step, disabled, onChange }: TabProps) {
  const chosen = step.buttons ?? ALL
  const put = (button: FlowButton, isOn: boolean) => {
    const next = ALL.filter(one => (one === button ? isOn : chosen.includes(one)))
    const { buttons: _all, ...rest } = step
    onChange(next.length === ALL.length ? rest : { ...rest, buttons: next })
  }
  return (
    <fieldset className="flow-buttons">
      <legend>{t('除了同意，还可以')}</legend>
      {ALL.map(button => (
        <Checkbox key={button} disabled={disabled} checked={chosen.includes(button)} onChange={e => put(button, e.target.checked)}>
          {t(BUTTONS[button])}
          <small>{t(HINTS[button])}</small>
        </Checkbox>
      ))}
    </fieldset>
  )
}
