import { admittedStates } from '#modules/admission/roll/model/admitted-student.ts'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { giveUp, overdueArrivals } from '../model/actions.ts'

const AT_ONCE = 500
/** 录取与入学 → 逾期未报到: deemed to give up (Order 41, Article 8) once an officer confirms it. */
export default function OverduePage() {
  const read = useRead(overdueArrivals, {})
  const all = (read.data ?? []).flatMap(row => (row ? [row.id] : []))
  return (
    <Page
      title={t('逾期未报到')}
      help={t('未按时报到又没有正当理由的，经确认视为放弃入学资格（《普通高等学校学生管理规定》第八条）。')}
      actions={
        all.length ? (
          <ActionButton
            of={giveUp}
            input={{ ids: all.slice(0, AT_ONCE) }}
            changes={['student']}
            danger
            confirm={t('{{n}} 人视为放弃入学资格', { n: Math.min(all.length, AT_ONCE) })}
          >
            {t('全部确认')}
          </ActionButton>
        ) : null
      }
    >
      <Loaded of={read} empty={rows => rows.length === 0 && t('没有逾期未报到的新生')}>
        {rows => (
          <Sheet label={t('逾期未报到')} isBare>
            <PlainTable
              label={t('逾期未报到')}
              rows={rows}
              keyOf={r => r.id}
              isLong
              isCardsOnPhone
              columns={[
                [t('考生号'), r => r.ksh],
                [t('姓名'), r => r.name, { isHead: true }],
                [t('专业'), r => r.majorName],
                [t('状态'), r => <StateTag of={admittedStates} state={r.state} />],
                [t('手机号'), r => r.phone],
                [t('放弃原因'), r => r.declineReason],
                [t('报到截止'), r => formatDate(r.dueOn)],
                [t('逾期天数'), r => r.days, { isNumber: true }],
                [
                  t('操作'),
                  r => (
                    <ActionButton of={giveUp} input={{ ids: [r.id] }} changes={['student']} danger confirm={t('{{name}}视为放弃入学资格', { name: r.name })}>
                      {t('确认')}
                    </ActionButton>
                  ),
                ],
              ]}
            />
          </Sheet>
        )}
      </Loaded>
    </Page>
  )
}
