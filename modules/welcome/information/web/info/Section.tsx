import { Button } from 'antd'
import { useState } from 'react'
import type { Action } from '#model'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { useActionForm } from '#web/forms/ActionForm.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import type { FormLayout } from '#web/forms/layout.ts'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { type myInfo, SAVES } from '../../model/actions.ts'
import { SECTIONS, type SectionCode } from '../../model/info.ts'
import { RelativesInput } from './RelativesInput.tsx'

type Mine = AnswerOf<typeof myInfo>
const LAYOUTS: Readonly<Partial<Record<SectionCode, FormLayout>>> = {
  family: [{ field: 'family', render: props => <RelativesInput {...props} /> }],
  household: ['movesHousehold', { field: 'hukouAddress', when: v => v.movesHousehold === true }],
}
interface SectionProps {
  of: NonNullable<Mine['sections'][number]>
  form: Mine['form']
  isOpen: boolean
}
/** 30-WI3: one section, saved by itself; what is done is folded. */
export function Section({ of, form, isOpen }: SectionProps) {
  const [isShown, setShown] = useState(false)
  return (
    <Sheet
      title={t(SECTIONS[of.code])}
      actions={
        <Row gap={2}>
          <span className="ql-quiet">{of.isDone ? t('已填') : of.isOptional ? t('选填') : t('没有填')}</span>
          {isOpen ? (
            <Button size="small" aria-expanded={isShown} aria-label={t('填写{{section}}', { section: t(SECTIONS[of.code]) })} onClick={() => setShown(!isShown)}>
              {isShown ? t('收起') : of.isDone ? t('修改') : t('填写')}
            </Button>
          ) : null}
        </Row>
      }
    >
      {isShown ? <Form code={of.code} form={form} onDone={() => setShown(false)} /> : null}
    </Sheet>
  )
}
function Form({ code, form: known, onDone }: { code: SectionCode; form: Mine['form']; onDone: () => void }) {
  const of: Action = SAVES[code]
  const [initial] = useState(() => Object.fromEntries(Object.entries(known).filter(([name, value]) => name in of.input && value !== null)))
  const { form, isBusy, send } = useActionForm(of, { layout: LAYOUTS[code], initial, changes: ['welcomeInfo', 'welcomeStepState'], done: t('已保存'), onDone })
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        send()
      }}
    >
      <Stack gap={3}>
        {form.refusal ? <Refused what={t('没有保存')} error={form.refusal} /> : null}
        <Fields form={form} disabled={isBusy} />
        <Button type="primary" size="large" htmlType="submit" loading={isBusy} block>
          {t('保存')}
        </Button>
      </Stack>
    </form>
  )
}
