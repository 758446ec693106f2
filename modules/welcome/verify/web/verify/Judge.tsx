import { Button, Input } from 'antd'
import { useEffect, useState } from 'react'
import { CheckList } from '#web/feedback/CheckList.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { usePut } from '#web/files/usePick.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { notify } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { Columns, Stack } from '#web/layout/Layout.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { type readDocument, verifyId } from '../../model/actions.ts'
import { CHECKS, PICTURES, type VerifyResult, verifyResults } from '../../model/verification.ts'
import { LivePhoto, Photo } from './Photos.tsx'

const KEYS: Readonly<Record<string, VerifyResult>> = { 1: 'pass', 2: 'doubt', 3: 'fail' }
const isTyping = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.closest('input, textarea, select, [role="dialog"]') !== null

/** One person: what the system has compared, the photos, and the result by button or key. */
export function Judge({ of, onDone }: { of: AnswerOf<typeof readDocument>; onDone: () => void }) {
  const [reason, setReason] = useState('')
  const [live, setLive] = useState<Blob>()
  const { put, share, problem } = usePut(PICTURES)
  const act = useAct(verifyId, {
    done: false,
    changes: ['welcomeMember', 'welcomeStepState'],
    onDone: ({ isRepeat, name, result, by, at, faults }) => {
      const said = { name, result: t(verifyResults.labels[result]), by, at: formatDatetime(at), faults: faults.flatMap(f => (f ? [t(CHECKS[f])] : [])).join(t('、')) }
      if (isRepeat) notify.warning(t('{{name}}已由 {{by}} 在 {{at}} 核验：{{result}}', said))
      else if (result === 'doubt' && said.faults) notify.warning(t('{{name}}存疑（{{faults}}），等另一人复核', said))
      else notify.success(t('{{name}}：{{result}}', said))
      onDone()
    },
  })
  const isBusy = act.isPending || share !== undefined
  const give = async (result: VerifyResult) => {
    if (isBusy) return
    const sent = live ? await put(new File([live], 'live.jpg', { type: 'image/jpeg' })) : undefined
    if (live && !sent) return
    act.mutate({ reading: of.reading, result, ...(reason ? { reason } : {}), ...(sent ? { livePhoto: sent.fileId } : {}) })
  }
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const result = KEYS[event.key]
      if (result && !event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)) void give(result)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  })
  const isSame = of.checks.every(c => c?.isMet)
  return (
    <Sheet title={of.name} actions={of.done ? <StateTag of={verifyResults} state={of.done.result} /> : null}>
      <Stack gap={3}>
        <p>{[of.major, of.className].filter(Boolean).join(' · ')}</p>
        {of.done ? (
          <p role="status">{t('已由 {{by}} 在 {{at}} 核验', { by: of.done.by, at: formatDatetime(of.done.at) })}</p>
        ) : (
          <CheckList label={t('核对')} of={of.checks.flatMap(c => (c ? [{ name: t(CHECKS[c.check]), isMet: c.isMet }] : []))} />
        )}
        <Columns min={140} gap={3}>
          <Photo label={t('证件照片')} file={of.idPhoto} />
          <Photo label={t('录取照片')} file={of.admissionPhoto} />
          {of.mayTakePhoto && !of.done ? <LivePhoto onTaken={setLive} /> : <Photo label={t('现场照片')} file={null} none={t('没有同意拍照，请对照本人')} />}
        </Columns>
        {problem}
        {act.error ? <Refused what={t('没有办成')} error={act.error} /> : null}
        {of.done ? (
          <Button size="large" block onClick={onDone}>
            {t('下一个')}
          </Button>
        ) : (
          <>
            {isSame ? null : <p role="alert">{t('有不一致的地方，按“通过”也记为存疑，由另一人复核')}</p>}
            <Input.TextArea
              aria-label={t('说明')}
              placeholder={t('说明，存疑和不通过的必须写')}
              maxLength={200}
              rows={2}
              value={reason}
              onChange={e => setReason(e.target.value)}
            />
            <Columns min={100} gap={2}>
              <Button type="primary" size="large" loading={isBusy} onClick={() => void give('pass')}>
                {t('1 通过')}
              </Button>
              <Button size="large" disabled={isBusy || !reason.trim()} onClick={() => void give('doubt')}>
                {t('2 存疑')}
              </Button>
              <Button size="large" danger disabled={isBusy || !reason.trim()} onClick={() => void give('fail')}>
                {t('3 不通过')}
              </Button>
            </Columns>
            <Button type="link" onClick={onDone}>
              {t('返回，不记结果')}
            </Button>
          </>
        )}
      </Stack>
    </Sheet>
  )
}
