import { Checkbox, Radio } from 'antd'
import { useState } from 'react'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import style from './case.module.css'
import type { Mine } from './types.ts'
import type { Decision } from './useDecision.ts'

const APPLICANT = 'applicant'
/** Target of a return: the applicant or an earlier step. */
export function ReturnDialog({ mine, applicant, decision }: { mine: Mine; applicant: string; decision: Decision }) {
  const [to, setTo] = useState(mine.returnTo[0]?.node ?? APPLICANT)
  const [walkAgain, setWalkAgain] = useState(false)
  const name = mine.returnTo.find(step => step.node === to)?.name ?? ''
  return (
    <Dialog
      open
      title={t('退回修改')}
      verb={to === APPLICANT ? t('退回给 {{name}}', { name: applicant }) : t('退回到“{{name}}”', { name })}
      busy={decision.isBusy}
      onAct={() => decision.sendBack(to, walkAgain)}
      onClose={decision.close}
    >
      <Radio.Group
        className={classes(style.return)}
        aria-label={t('退回给谁')}
        value={to}
        onChange={event => setTo(String(event.target.value))}
        options={mine.returnTo.map(step => ({ value: step.node, label: step.node === APPLICANT ? t('申请人 {{name}}', { name: applicant }) : step.name }))}
      />
      {to === APPLICANT ? (
        <p className="ql-help">{t('申请人修改后重新提交，默认直接回到你这里。')}</p>
      ) : (
        <Checkbox checked={walkAgain} onChange={event => setWalkAgain(event.target.checked)}>
          {t('中间各步重新审批一遍；不选则处理后直接回到这里')}
        </Checkbox>
      )}
      {decision.opinion.trim() ? <blockquote className={style.quote}>{decision.opinion.trim()}</blockquote> : null}
    </Dialog>
  )
}
