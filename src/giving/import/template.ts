import type { Table } from '#libs/downloads';

/** The template that a treasurer downloads: the required headers and two example rows. */
export const templateTable: Table = {
  name: 'donations-template',
  columns: ['email', 'amount', 'paymentmethod', 'date', 'campaign', 'notes'].map((header) => ({
    header,
  })),
  rows: [
    ['john.doe@example.com', '25.00', 'Cash', '2025-01-05', 'General Fund', 'Sunday offering'],
    ['jane.smith@example.com', '1000.00', 'Zeffy', '2025-01-12', 'Building Fund', ''],
  ],
};
