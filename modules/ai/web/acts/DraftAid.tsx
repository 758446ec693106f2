import { Button, Input } from 'antd'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { richOf } from '#model/rich.ts'
import { getAiConfig } from '#modules/system/model/params.ts'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import type { DraftAidProps } from '#web/forms/DraftAids.tsx'
import { LabelledInput } from '#web/forms/LabelledInput.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { useStreamed } from '#web/forms/useStreamed.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { useSession } from '#web/session/useCan.ts'
import { draftText, judgeAiCall } from '../../model/call.ts'
import { AI_LABEL } from '../../model/rules.ts'
import style from '../ai.module.css'
import { Sent } from '../Sent.tsx'

const MOST_KEYWORDS = 1000
/** 60-AI1: nothing is shown, and nothing asked, unless the school has switched drafting on. */
export default function DraftAid(props: DraftAidProps) {
  const { can } = useSession()
  return can(draftText.permission) ? <Offered {...props} /> : null
}
function Offered(props: DraftAidProps) {
  const { data } = useRead(getAiConfig, {})
  const [isOpen, setOpen] = useState(false)
  if (!data?.isEnabled || !data.features.includes('draft')) return null
  return (
    <>
      <Button size="small" icon={<Sparkles size={14} />} onClick={() => setOpen(true)}>
        {t('AI 起草')}
      </Button>
      {isOpen ? <Drafting {...props} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
function Drafting({ drafts, field, value, onTake, onClose }: DraftAidProps & { onClose: () => void }) {
  const [keywords, setKeywords] = useState('')
  const asked = useStreamed(draftText)
  const judged = useAct(judgeAiCall, { done: false })
  const { answer } = asked
  // what had come when it was stopped is of use, too
  const text = answer?.text ?? asked.text
  const isThere = text !== '' && !asked.isPending
  const take = () => {
    if (!isThere) return
    const before = typeof value === 'string' ? value : ''
    const made = field.kind === 'rich' ? richOf(text) : text
    onTake(before ? before + (field.kind === 'rich' ? made : `\n${made}`) : made)
    if (answer) judged.mutate({ id: answer.callId, accepted: true })
    onClose()
  }
  const ask = () => asked.ask({ field: drafts.code, keywords })
  return (
    <Dialog
      open
      width={640}
      title={t('AI 起草“{{label}}”', { label: t(field.label) })}
      verb={isThere ? t('放进正文') : t('起草')}
      busy={asked.isPending}
      disabled={!keywords.trim()}
      onAct={isThere ? take : ask}
      onClose={onClose}
      extra={asked.isPending ? <Button onClick={asked.stop}>{t('停止')}</Button> : isThere ? <Button onClick={ask}>{t('重新起草')}</Button> : null}
    >
      <LabelledInput label={t('要点')} help={t('只发出这里写的内容；姓名和号码先换成记号，收到后再换回来。')}>
        {id => <Input.TextArea id={id} value={keywords} maxLength={MOST_KEYWORDS} showCount rows={4} disabled={asked.isPending} onChange={e => setKeywords(e.target.value)} />}
      </LabelledInput>
      {asked.error ? <Refused what={t('没有起草成功')} error={asked.error} /> : null}
      {text ? (
        <div className={style.answer} aria-live="polite" aria-busy={asked.isPending}>
          <small>{t(AI_LABEL)}</small>
          <p>{text}</p>
          {answer ? <Sent of={answer.sent} /> : null}
        </div>
      ) : null}
    </Dialog>
  )
}
