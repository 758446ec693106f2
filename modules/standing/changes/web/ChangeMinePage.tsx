import type { MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { MyApplication } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { MyApplicationsPage } from '#modules/workflow/applications/web/public/MyApplicationsPage.tsx'
import { t } from '#web/i18n/index.ts'
import { formatDatetime } from '#web/values/format.ts'
import { changeApplication } from '../model/application.ts'
import { changeStates, EFFECTS } from '../model/status-change.ts'
import { spanText } from './labels.ts'

type Mine = MineOf<typeof changeApplication>
const APPLY = '/standing/apply'
const TRANSFER = '/standing/transfer'

/** 我的学籍异动: applications with their progress, and what has taken effect. */
export default function ChangeMinePage() {
  return (
    <MyApplicationsPage
      of={changeApplication}
      title={t('我的学籍异动')}
      apply={{ path: APPLY, label: t('申请学籍异动') }}
      onlyStudents={t('当前账号不是学生，没有自己的学籍异动')}
      nothing={t('没有过学籍异动')}
    >
      {(row, at) => (
        <MyApplication
          of={changeApplication}
          row={row}
          at={at}
          label={row.changeNo}
          title={t(row.typeName)}
          states={changeStates}
          standing={standing(row)}
          apply={row.batchId ? TRANSFER : APPLY}
          cancel={{ label: t('取消申请'), note: t('取消后这份异动不再生效。') }}
        >
          <p>{[spanText(row), row.toGradeMajorName, row.toClassName].filter(Boolean).join(' · ')}</p>
          {row.batchId ? <TransferLine of={row} /> : null}
        </MyApplication>
      )}
    </MyApplicationsPage>
  )
}
/** What became of a transfer of major in its batch so far. */
const TransferLine = ({ of: { choiceNames, assessScore, rank } }: { of: Mine }) => (
  <p className="ql-quiet">
    {[
      t('志愿：{{choices}}', { choices: choiceNames.join('、') }),
      assessScore === null ? '' : t('考核 {{score}} 分', { score: assessScore }),
      rank === null ? '' : t('第 {{rank}} 名', { rank }),
    ]
      .filter(Boolean)
      .join(' · ')}
  </p>
)
function standing({ effectState, effectiveAt, cancelReason }: Mine): string {
  if (effectState === 'effective' && effectiveAt) return t('{{time}} 已生效', { time: formatDatetime(effectiveAt) })
  if (effectState === 'scheduled' || effectState === 'reversed') return t(EFFECTS[effectState])
  return cancelReason ?? ''
}
