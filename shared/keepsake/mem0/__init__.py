"""mem0's words in Keepsake's: requests, filters, dates and answers, without any I/O (docs/mem0.md)"""
