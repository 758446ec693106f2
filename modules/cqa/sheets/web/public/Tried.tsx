import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { tryStudent } from '../../model/actions.ts'
import { scoreText } from '../../model/sheet.ts'
import { Dimensions } from './SheetView.tsx'

/** What a scheme makes of one student now. */
export function Tried(asked: { schemeId: string; studentId: string }) {
  const read = useRead(tryStudent, asked)
  return (
    <Loaded of={read}>
      {of => (
        <Stack>
          <Figures label={t('试算结果')}>
            <Figure label={t('总分')} value={scoreText(of.total)} />
          </Figures>
          {of.pendingReason ? <p className="ql-help">{t('还缺成绩：{{courses}}。补齐以前不参加排名。', { courses: of.pendingReason })}</p> : null}
          <p className="ql-help">{t('还没有人评分的指标按基础分算。什么都不保存。')}</p>
          <Dimensions of={of} />
        </Stack>
      )}
    </Loaded>
  )
}
