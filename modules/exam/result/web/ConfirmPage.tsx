import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useMay } from '#web/session/useCan.ts'
import { formatDatetime } from '#web/values/format.ts'
import { examApplication } from '../../entry/model/application.ts'
import { confirmBoard, fillPlaces, takeOverConfirmed } from '../model/confirm-actions.ts'
import { admissionRound } from '../model/round.ts'

const CHANGES = ['admissionRound', 'examApplication']

/** 招生考试 → 录取确认: who takes the place, and who gets those that are left. */
export default function ConfirmPage() {
  const may = useMay()
  const [params, , put] = useOwnParams()
  const asked = params.get('batch')
  const read = useRead(confirmBoard, asked ? { batchId: asked } : {})
  return (
    <Page title={t('录取确认')}>
      <Loaded of={read} empty={of => !of.batchId && t('还没有公布的录取结果')}>
        {of => (
          <Sheet
            title={t('计划确认情况')}
            actions={<RefSelect to="examBatch" aria-label={t('考试批次')} value={of.batchId} allowClear={false} onChange={id => put({ batch: id ?? undefined })} />}
          >
            {of.isOut ? <Board of={of} /> : <p className="ql-quiet">{t('这次考试的录取结果还没有公布')}</p>}
          </Sheet>
        )}
      </Loaded>
      {may('exam:examApplication:list') ? (
        <EntityTable<typeof examApplication>
          of={examApplication}
          title={t('录取的考生')}
          isPart
          verbs={['export']}
          where={{ 'offerRound.isNull': false }}
          columns={[
            { key: 'ksh', width: 160 },
            { key: 'name', width: 110, align: 'left' },
            { key: 'category', width: 120 },
            { key: 'planId', width: 120 },
            { key: 'total', width: 90 },
            { key: 'offerRound', width: 100 },
            { key: 'state', width: 110 },
            { key: 'confirmBy', width: 150 },
            { key: 'answeredAt', width: 150 },
            { key: 'declineReason', width: 180, align: 'left' },
            { key: 'takenOverAt', width: 150 },
            { key: 'takeOverFault', width: 180, align: 'left' },
            { key: 'batchId', hidden: true },
          ]}
          filters={['batchId', 'planId', 'state', 'category', 'takeOverFault']}
        />
      ) : null}
      <EntityTable<typeof admissionRound>
        of={admissionRound}
        title={t('递补轮次')}
        isPart
        verbs={['export']}
        columns={[
          { key: 'batchId', width: 200, align: 'left' },
          { key: 'no', width: 90 },
          { key: 'offered', width: 110 },
          { key: 'free', width: 110 },
          { key: 'by', width: 120 },
          { key: 'ranAt', width: 150 },
        ]}
        filters={['batchId']}
      />
    </Page>
  )
}
function Board({ of }: { of: AnswerOf<typeof confirmBoard> }) {
  const sum = (key: 'places' | 'confirmed' | 'open' | 'free'): number => of.plans.reduce((n, p) => n + (p?.[key] ?? 0), 0)
  return (
    <Stack>
      <Figures label={t('录取确认')}>
        <Figure label={t('名额')} value={sum('places')} />
        <Figure label={t('已确认')} value={sum('confirmed')} />
        <Figure label={t('待确认')} value={sum('open')} />
        <Figure label={t('空出')} value={sum('free')} />
        <Figure label={t('已转入')} value={of.taken} />
      </Figures>
      <PlainTable
        label={t('计划确认情况')}
        rows={of.plans}
        keyOf={p => p.planId}
        isLong
        columns={[
          [t('招生计划'), p => p.label, { isHead: true }],
          [t('名额'), p => p.places, { isNumber: true }],
          [t('已确认'), p => p.confirmed, { isNumber: true }],
          [t('待确认'), p => p.open, { isNumber: true }],
          [t('空出'), p => p.free, { isNumber: true }],
          [t('候补'), p => p.waiting, { isNumber: true }],
        ]}
      />
      {of.nextAt ? <p className="ql-quiet">{t('全部答复后自动递补下一轮，最晚 {{at}}。', { at: formatDatetime(of.nextAt) })}</p> : null}
      {of.isTied ? <p>{t('候补考生同分，自动递补停下来了。在“模拟录取”里定同分次序，随后接着递补。')}</p> : null}
      <Row gap={2}>
        <ActionButton
          of={fillPlaces}
          type="primary"
          input={{ batchId: of.batchId ?? '' }}
          changes={CHANGES}
          confirm={t('空出的名额按位次给填报了该计划的候补考生，马上通知他们确认。已有录取的考生不变动。')}
        />
        <ActionButton
          of={takeOverConfirmed}
          input={{ batchId: of.batchId ?? '' }}
          changes={CHANGES}
          confirm={t('已确认、还没有转入的 {{n}} 名考生进入录取名单，建立新生档案。', { n: of.toTake })}
        />
      </Row>
      {of.refused ? <p>{t('{{n}} 名考生没能转入，原因见下表，更正后再转入。', { n: of.refused })}</p> : null}
    </Stack>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('看录取的考生确认了多少，把空出的名额递补给候补考生。'),
  who: t('招生办。'),
  first: t('一轮全部答复或到期后自动递补下一轮；不想等的点“递补录取”。'),
})
