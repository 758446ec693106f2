import { Alert } from 'antd'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { askGuardian, type screeningForm } from '../model/turnout.ts'

/** Whoever is under 18 asks a guardian first. */
export function GuardianSheet({ id, form: { guardianState, guardians } }: { id: string; form: AnswerOf<typeof screeningForm> }) {
  return (
    <Sheet title={t('先请家长同意')}>
      <Stack>
        <p>{t('你还不满 18 岁，家长同意后才能作答。家长会收到一条短信，点开就能答复。')}</p>
        {guardianState === 'sent' ? <Alert type="info" showIcon title={t('已经请家长答复，家长同意后再来作答。没有收到的，可以再发一次。')} /> : null}
        {guardianState === 'refused' ? <Alert type="info" showIcon title={t('家长没有同意，这次不用作答，没有任何影响。')} /> : null}
        {guardians.length ? null : <Alert type="warning" showIcon title={t('你还没有登记监护人，请先在个人信息的家庭成员里补上。')} />}
        {guardianState === 'refused' ? null : (
          <Row gap={2}>
            {guardians.flatMap(g =>
              g
                ? [
                    <ActionButton
                      key={g.id}
                      of={askGuardian}
                      input={{ id, guardianId: g.id }}
                      confirm={t('给{{name}}发一条短信，请他同意。', { name: g.name })}
                      done={t('已请家长答复')}
                    >
                      {t('请{{name}}同意', { name: g.name })}
                    </ActionButton>,
                  ]
                : [],
            )}
          </Row>
        )}
      </Stack>
    </Sheet>
  )
}
