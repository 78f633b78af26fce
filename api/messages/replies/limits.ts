/** Limits of the mails that come back, so that no sender can fill the disk or the list. */
export const replyLimits = {
  /** Bytes of a whole mail. Of a larger one only the head is stored. */
  mailBytes: 30 * 1024 * 1024,
  /** Characters of the stored text; the rest is left out, and the record says so. */
  textLength: 100_000,
  /** Characters of HTML that are converted to text. */
  htmlLength: 500_000,
  files: 10,
  /** Mails of one sender in an hour. Further ones stay unread in the mailbox. */
  perSenderAndHour: 30,
  /** Mails that one run reads, and with it the mails of half a minute. The others wait in the mailbox. */
  perRun: 60,
  /** Mails without a message that are stored at once. Further ones stay unread in the mailbox. */
  unmatched: 5_000,
} as const;
