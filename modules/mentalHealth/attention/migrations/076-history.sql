-- The history of what is kept about students says which fields were changed and no value from now on: of interviews it named the student.
update operation_log set diff = '{}' where biz_type in ('attentionCase', 'attentionFollowUp', 'attentionHandover', 'attentionSignal', 'crisisEvent', 'crisisStep', 'helpRequest', 'mhAppointment', 'mhBreakGlass',
  'mhDestruction', 'mhDisclosure', 'mhInterview', 'mhReaderHold', 'mhRecord', 'mhReferral', 'mhResult', 'mhTurnout');
