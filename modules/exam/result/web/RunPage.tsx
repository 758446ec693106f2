import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { Row, Stack } from '#web/layout/Layout.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useMay } from '#web/session/useCan.ts'
import { finaliseRun, publiciseRun, publishRun, unfreezeRun } from '../model/result-actions.ts'
import { admissionPlacement, admissionRun } from '../model/run.ts'
import { decideTie, tryAdmission } from '../model/run-actions.ts'
import { Comparison } from './run/Comparison.tsx'

const CHANGES = ['admissionRun', 'admissionPlacement', 'examApplication']

/** 招生考试 → 模拟录取: trials, what sets them apart, and who is placed where. */
export default function RunPage() {
  const may = useMay()
  return (
    <Stack>
      <EntityTable<typeof admissionRun>
        of={admissionRun}
        title={t('模拟录取')}
        verbs={['update', 'remove', 'export']}
        columns={[
          { key: 'name', width: 180, align: 'left' },
          { key: 'batchId', width: 180, align: 'left' },
          { key: 'method', width: 110 },
          { key: 'places', width: 90 },
          { key: 'people', width: 100 },
          { key: 'placed', width: 100 },
          { key: 'adjusted', width: 100 },
          { key: 'tied', width: 100 },
          { key: 'state', width: 100 },
          { key: 'ranAt', width: 150 },
          { key: 'noticeUntil', width: 150 },
          { key: 'publishedAt', hidden: true },
          { key: 'by', width: 110 },
          ...(['spillOrder', 'adjust', 'step'] as const).map(key => ({ key, hidden: true })),
        ]}
        filters={['batchId', 'method', 'state']}
        form={{ layout: ['name'] }}
        rowActions={row => (
          <>
            <ActionButton
              of={finaliseRun}
              input={{ id: row.id }}
              changes={CHANGES}
              confirm={t('“{{name}}”送校领导审批，成绩、志愿、名额和分数线此后不要再改。', { name: row.name })}
            />
            {row.noticeUntil || !row.placed ? null : (
              <ActionButton
                of={publiciseRun}
                type="primary"
                input={{ id: row.id }}
                changes={CHANGES}
                confirm={t('公示拟录取的 {{placed}} 人：姓名、隐去中间几位的考生号和录取计划。全校和考生都能看到，期满前不能公布结果。', { placed: row.placed })}
              />
            )}
            <ActionButton
              of={publishRun}
              type="primary"
              input={{ id: row.id }}
              changes={CHANGES}
              confirm={t('公布后考生马上看到录取结果：录取 {{placed}} 人，共 {{people}} 人。不能撤回。', { placed: row.placed, people: row.people })}
            />
            <FormButton of={unfreezeRun} input={{ id: row.id }} changes={CHANGES} danger />
          </>
        )}
        toolbar={<FormButton of={tryAdmission} type="primary" changes={CHANGES} note={t('按现在的分数线、名额和成绩计算，不影响考生。可以改分数线后再做一次，然后比较。')} />}
      />
      <Compare />
      {may('exam:admissionPlacement:list') ? (
        <EntityTable<typeof admissionPlacement>
          of={admissionPlacement}
          title={t('录取结果')}
          isPart
          verbs={['export']}
          columns={[
            { key: 'runId', width: 180, align: 'left' },
            { key: 'ksh', width: 160 },
            { key: 'name', width: 110, align: 'left' },
            { key: 'category', width: 120 },
            { key: 'total', width: 90 },
            { key: 'planId', width: 120 },
            { key: 'choiceNo', width: 100 },
            { key: 'isTied', width: 110 },
          ]}
          filters={['runId', 'planId', 'category', 'isTied']}
          rowActions={row =>
            row.isTied ? <FormButton of={decideTie} input={{ applicationId: row.applicationId }} changes={CHANGES} note={t('定好次序后再做一次模拟，名额按次序给。')} /> : null
          }
        />
      ) : null}
    </Stack>
  )
}
function Compare() {
  const [params, , put] = useOwnParams()
  const [one, other] = [params.get('one'), params.get('other')]
  return (
    <Sheet
      title={t('比较方案')}
      actions={
        <Row gap={2}>
          <RefSelect to="admissionRun" aria-label={t('方案一')} placeholder={t('方案一')} value={one} onChange={id => put({ one: id ?? undefined })} />
          <RefSelect to="admissionRun" aria-label={t('方案二')} placeholder={t('方案二')} value={other} onChange={id => put({ other: id ?? undefined })} />
        </Row>
      }
    >
      {one && other ? <Comparison id={one} otherId={other} /> : <p className="ql-quiet">{t('选择同一次考试的两个方案')}</p>}
    </Sheet>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('用不同的分数线和录取方式试算，看各专业录多少人、录到多少分。'),
  who: t('招生办。'),
  first: t('成绩发布后点“模拟录取”；同分待定的先定次序，再做一次。'),
})
