import { useEffect, useState } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { Bars } from '#web/feedback/Empty.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatMoney, formatNumber, MISSING } from '#web/values/format.ts'
import { issueRun, previewRun } from '../model/run-actions.ts'

type Preview = AnswerOf<typeof previewRun>
type PreviewInput = Parameters<typeof useRead<typeof previewRun>>[1]
/** 出账: what would be issued stands above the button, and its digest goes with it. */
export function IssuePanel({ onClose }: { onClose: () => void }) {
  const [initial] = useState(() => ({ xn: schoolYearOf(schoolDate(Date.now())) }))
  const [digest, setDigest] = useState('')
  return (
    <ActionForm
      of={issueRun}
      size={720}
      initial={initial}
      layout={['xn', 'xqM', 'itemIds', 'grades', 'departmentIds', 'dueDate']}
      input={{ digest }}
      isReady={() => digest !== ''}
      onClose={onClose}
      note={({ xn, xqM, itemIds, grades, departmentIds }) =>
        typeof xn === 'string' && xn.length === 9 && Array.isArray(itemIds) && itemIds.length ? (
          <Previewed
            asked={{ xn, ...(xqM ? { xqM } : {}), itemIds, ...(grades ? { grades } : {}), ...(departmentIds ? { departmentIds } : {}) } as PreviewInput}
            onDigest={setDigest}
          />
        ) : (
          <p className="ql-help">{t('选好学年和收费项目，先看预览：每个学生、每个项目只出一次，重复出账不会多收。')}</p>
        )
      }
      done={t('已开始出账，可以离开这一页')}
    />
  )
}
function Previewed({ asked, onDigest }: { asked: PreviewInput; onDigest: (digest: string) => void }) {
  const { data, error } = useRead(previewRun, asked)
  const digest = data?.count ? data.digest : ''
  useEffect(() => onDigest(digest), [digest, onDigest])
  if (error) return <Refused what={t('没有算出来')} error={error} />
  if (!data) return <Bars lines={4} />
  return <Figured data={data} />
}
function Figured({ data }: { data: Preview }) {
  return (
    <div role="status">
      <p>
        {data.count
          ? t('{{payers}} 名学生，{{count}} 笔，共 {{sum}}。', { payers: formatNumber(data.payers), count: formatNumber(data.count), sum: formatMoney(data.sum) })
          : t('没有要出账的学生。')}
        {data.already ? t('另有 {{n}} 笔以前出过，不再重复。', { n: formatNumber(data.already) }) : null}
      </p>
      {data.missing ? (
        <p className="ql-problem">
          {t('{{n}} 名学生没有适用的收费标准，这一次不出账：{{names}}', { n: formatNumber(data.missing), names: data.missingSample.map(s => s?.name ?? '').join(t('、')) })}
        </p>
      ) : null}
      <Groups title={t('按项目')} groups={data.byItem} />
      <Groups title={t('按学院')} groups={data.byCollege} />
      <Groups title={t('按年级')} groups={data.byGrade} />
      <details>
        <summary>{t('看 {{n}} 个例子', { n: data.samples.length })}</summary>
        <PlainTable
          label={t('例子')}
          rows={data.samples}
          keyOf={s => `${s.studentId} ${s.item}`}
          columns={[
            [t('学生'), s => s.name, { isHead: true }],
            [t('班级'), s => s.className ?? MISSING],
            [t('收费项目'), s => s.item],
            [t('金额'), s => formatMoney(s.amount), { isNumber: true }],
            [t('按什么'), s => s.matched ?? MISSING],
          ]}
        />
      </details>
    </div>
  )
}
function Groups({ title, groups }: { title: string; groups: Preview['byItem'] }) {
  if (!groups.length) return null
  return (
    <PlainTable
      label={title}
      rows={groups}
      keyOf={g => g.key}
      columns={[
        [title, g => g.label || MISSING, { isHead: true }],
        [t('笔数'), g => formatNumber(g.count), { isNumber: true }],
        [t('金额'), g => formatMoney(g.sum), { isNumber: true }],
        [t('上学年'), g => formatMoney(g.lastYear), { isNumber: true }],
      ]}
    />
  )
}
