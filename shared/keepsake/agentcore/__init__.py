"""The words and shapes of Amazon Bedrock AgentCore Memory's API, and what they mean here. Pure."""
