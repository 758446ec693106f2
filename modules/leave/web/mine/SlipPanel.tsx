import { codeAddress } from '#model/scanned-code.ts'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { QrCode } from '#web/feedback/QrCode.tsx'
import { SeenAt } from '#web/feedback/SeenAt.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { keptAnswers } from '#web/offline/answers.ts'
import { useKeptRead } from '#web/records/useKeptRead.ts'
import { Avatar } from '#web/theme/Avatar.tsx'
import { leaveSlip } from '../../model/actions.ts'
import { refreshMs, VERIFY_PAGE } from '../../model/slip.ts'
import { spanText } from '../labels.ts'
import style from '../leave.module.css'

/** 假条: shown to the guard at the gate, with a rotating code that makes screenshots useless. */
export function SlipPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useKeptRead(leaveSlip, { id }, { every: slip => refreshMs(slip?.seconds) })
  const { data, error, keptAt } = read
  return (
    <Panel open title={t('假条')} onClose={onClose}>
      <SeenAt at={keptAt} />
      {data ? (
        <div className={style.slip}>
          <Avatar name={data.name} size={56} />
          <b>{data.name}</b>
          <span>{spanText(data)}</span>
          {keptAt === undefined ? (
            <>
              <QrCode text={codeAddress(location.origin, VERIFY_PAGE, data.code)} label={t('假条码')} />
              <small role="status">{error ? t('没有连上网络，这个码可能已经失效') : t('每 {{n}} 秒更新，截图无效', { n: data.seconds })}</small>
              <code>{data.code}</code>
            </>
          ) : (
            <small>{t('假条码要联网才能出示，请门卫查验假条或联系辅导员')}</small>
          )}
        </div>
      ) : null}
      {data ? null : <Loading of={read} lines={6} />}
    </Panel>
  )
}

/** Has the slip of an approved leave on this device, before there is no network to ask for it. */
export function KeepSlip({ id }: { id: string }) {
  useKeptRead(leaveSlip, { id })
  return null
}
/** In place of the list of leaves without network: the slips that were seen, and when. */
export const SeenSlips = () => (
  <>
    {keptAnswers<AnswerOf<typeof leaveSlip>>(leaveSlip)
      .filter(({ answer }) => Date.parse(answer.endAt) > Date.now())
      .map(({ answer, at }) => (
        <Sheet key={answer.startAt} title={t('假条')}>
          <SeenAt at={at} />
          <p>
            <b>{answer.name}</b>
          </p>
          <p>{spanText(answer)}</p>
        </Sheet>
      ))}
  </>
)
